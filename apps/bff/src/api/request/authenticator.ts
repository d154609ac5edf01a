import type { Scope } from '@corridor/contract'
import type { Result } from '@corridor/domain'
export type Credentials = {
  /** Header `x-api-token`. */
  apiToken?: string | undefined
  /** Header `Authorization`, whole. */
  bearer?: string | undefined
  /** Whose address it came from; nothing where no network brought it. */
  address?: string | undefined
}

export type Authenticated = {
  /** UUID. */
  partnerId: string
  /** `par_…` */
  svcPartnerId: string
  /** `key_…` */
  keyId: string
  /** `mem_…` of the person behind it. */
  keyMember?: string
  kind: KeyKind
  scopes: ReadonlySet<Scope>
  /** Whether its reads are logged as well. */
  logsReads: boolean
}

export type AuthenticationFailure =
  | 'API_KEY_MISSING'
  | 'API_KEY_INVALID'
  | 'API_KEY_REVOKED'
  | 'API_KEY_EXPIRED'
  | 'AUTH_AMBIGUOUS'
  | 'IP_NOT_ALLOWED'

/** What came out; a key that was recognised is named where it is refused, too. */
export type Judgement = Result<Authenticated, AuthenticationFailure> & {
  refusedKey?: Pick<Authenticated, 'partnerId' | 'keyId'>
}

export type Authenticator = {
  authenticate(credentials: Credentials): Promise<Judgement>
  /** The lookup id of a key, where one of our keys has it; asks the database once in ten seconds. */
  publicPart(credentials: Credentials): Promise<string | undefined>
}

export type KeyKind = 'partner' | 'console'
