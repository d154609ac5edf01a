import type { JWTVerifyGetKey } from 'jose'
import type { Pool } from 'pg'
import type { RootKey } from '../crypto/root-key.ts'

/** What a passkey of a partner's entities is bound to; origins compare as whole strings. */
export type RelyingParty = { rpId: string; origins: readonly string[] }

/** An issuer a partner allows. `keys` is the key set, as jose's `createRemoteJWKSet` gives it. */
export type OidcIssuer = { issuer: string; audiences: readonly string[]; keys: JWTVerifyGetKey }

export type SignerIdPrefix = 'wal' | 'wac' | 'pk' | 'auth' | 'ses'

export type SignerDeps = {
  /** Connections of the role corridor_signer. */
  pool: Pool
  rootKey: RootKey
  /** Bytes of a cryptographic generator. */
  random: (length: number) => Uint8Array
  /** A new id, e.g. `wal_…`. */
  ids: (prefix: SignerIdPrefix) => string
  /** Where tokens of deposit addresses are swept to on a chain: nowhere else. */
  treasury: (chainId: number) => string | undefined
  relyingParty: (partnerId: string) => RelyingParty | Promise<RelyingParty>
  /** Issuers a partner allows; a URL taken from a request never leads to a fetch (signing-formats 5.2). */
  oidcIssuers: (partnerId: string) => readonly OidcIssuer[] | Promise<readonly OidcIssuer[]>
}
