import type { Scope } from '@corridor/contract'
import type { Result } from '@corridor/domain'
export type Credentials = {
  /** Header `x-api-token`. */
  apiToken?: string | undefined
  /** Header `Authorization`, whole. */
  bearer?: string | undefined
}

export type Authenticated = {
  /** UUID. */
  partnerId: string
  /** `par_…` */
  svcPartnerId: string
  /** `key_…` */
  keyId: string
  /** `mem_…` of the person that it was issued to. */
  keyMember?: string
  kind: KeyKind
  scopes: ReadonlySet<Scope>
}

export type AuthenticationFailure =
  | 'API_KEY_MISSING'
  | 'API_KEY_INVALID'
  | 'API_KEY_REVOKED'
  | 'API_KEY_EXPIRED'
  | 'AUTH_AMBIGUOUS'

export type Authenticator = {
  authenticate(credentials: Credentials): Promise<Result<Authenticated, AuthenticationFailure>>
  /** The lookup id of a key, where one of our keys has it; asks the database once in ten seconds. */
  publicPart(credentials: Credentials): Promise<string | undefined>
}

export type KeyKind = 'partner' | 'console'
