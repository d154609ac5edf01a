import type { JWK, JWTVerifyGetKey } from 'jose'
import type { Pool } from 'pg'
import type { RootKeys } from '../crypto/root-key.ts'

/** What a passkey of a partner's entities is bound to; origins compare as whole strings. */
export type RelyingParty = { rpId: string; origins: readonly string[] }

/** An issuer that every partner allows, with its public keys: the sandbox's own. Plain data. */
export type CommonIssuer = {
  issuer: string
  audiences: readonly string[]
  keys: readonly JWK[]
}

/** A token as policies speak of it. One worth a dollar counts in `USD` as well. */
export type Asset = {
  chainId: number
  token: string
  currency: string
  decimals: number
  isDollar: boolean
}

export type SignerIdPrefix = 'wal' | 'wac' | 'pk' | 'auth' | 'ses'

export type SignerDeps = {
  /** Connections of the role corridor_signer. */
  pool: Pool
  /** Root keys by version: a key file, a KMS, or one key. */
  rootKeys: RootKeys
  /** Bytes of a cryptographic generator. */
  random: (length: number) => Uint8Array
  /** A new id, e.g. `wal_…`. */
  ids: (prefix: SignerIdPrefix) => string
  /** Where tokens of deposit addresses are swept to on a chain: nowhere else. */
  treasury: (chainId: number) => string | undefined
  /** Tokens whose amounts a policy can judge; one of another token is unknown, which no rule allows. */
  assets: readonly Asset[]
  relyingParty: (partnerId: string) => RelyingParty | Promise<RelyingParty>
  /**
   * The key set of an issuer that a partner has allowed, found by discovery and fetched when a key
   * is asked for. It throws jose's errors where there is no such key, others where it had no answer.
   */
  keysOf: (issuer: string) => JWTVerifyGetKey
  commonIssuers: readonly CommonIssuer[]
}
