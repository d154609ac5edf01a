import { fail, ok, type Result } from '@corridor/signing'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import type { SignerFailure } from '../base/failures.ts'
import type { CommonIssuer } from '../vault/ports.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'
import { lockList, readList, writeList, type AllowedIssuer } from './oidc-issuer-list.ts'

export type { AllowedIssuer } from './oidc-issuer-list.ts'

const ISSUERS_MAX = 20
const ISSUER_LENGTH_MAX = 200
const AUDIENCES_MAX = 10
const AUDIENCE = /^[\x21-\x7e]{1,200}$/

/** The same as a list shows it; those that every partner allows were never added. */
export type IssuerView = Omit<AllowedIssuer, 'addedAt'> & { addedAt?: string; builtIn: boolean }
/** An issuer with the keys that its tokens are checked with. */
export type TrustedIssuer = {
  issuer: string
  audiences: readonly string[]
  keys: JWTVerifyGetKey
}
export type IssuerChange = { partnerId: string; issuer: string; audiences: string[] }

const invalid = (path: string) => fail<SignerFailure>({ code: 'FIELD_INVALID', reason: path })

/** Those that every partner allows, then what this one has added, oldest first. */
export async function listIssuers(vault: Vault, partnerId: string): Promise<IssuerView[]> {
  const own = await ownIssuers(vault, partnerId)
  return [
    ...vault.commonIssuers.map(({ issuer, audiences }) => ({
      issuer,
      audiences: [...audiences],
      builtIn: true,
    })),
    ...own.map((allowed) => ({ ...allowed, builtIn: false })),
  ]
}

/** @throws {CredentialsTampered} */
function ownIssuers(vault: Vault, partnerId: string): Promise<AllowedIssuer[]> {
  return vault.inTransaction(async (tx) => (await readList(vault, tx, partnerId)).issuers)
}

/**
 * Allows an issuer, or changes the audiences of one that is allowed. `isChanged` is false where it
 * was allowed in the same way before. FIELD_INVALID names `issuer` or `audiences`.
 */
export async function allowIssuer(
  vault: Vault,
  { partnerId, issuer, audiences }: IssuerChange,
): Promise<Result<AllowedIssuer & { isChanged: boolean }, SignerFailure>> {
  if (!isIssuer(issuer) || isCommon(vault, issuer)) return invalid('issuer')
  if (!areAudiences(audiences)) return invalid('audiences')
  return vault.inTransaction(async (tx) => {
    const list = await lockList(vault, tx, partnerId)
    const known = list.issuers.find((item) => item.issuer === issuer)
    if (known && sameTexts(known.audiences, audiences)) return ok({ ...known, isChanged: false })
    if (!known && list.issuers.length >= ISSUERS_MAX) return invalid('issuer')
    const addedAt = known?.addedAt ?? (await serviceNow(tx)).toISOString()
    const allowed = { issuer, audiences, addedAt }
    const issuers = known
      ? list.issuers.map((item) => (item === known ? allowed : item))
      : [...list.issuers, allowed]
    await writeList(vault, tx, partnerId, { sequence: list.sequence + 1, issuers })
    return ok({ ...allowed, isChanged: true })
  })
}

/** From now on no token of the issuer opens a session; those that run go on to their end. */
export async function removeIssuer(
  vault: Vault,
  { partnerId, issuer }: { partnerId: string; issuer: string },
): Promise<Result<{ issuer: string }, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    const list = await lockList(vault, tx, partnerId)
    const issuers = list.issuers.filter((item) => item.issuer !== issuer)
    if (issuers.length === list.issuers.length)
      return fail({ code: 'RECORD_NOT_FOUND', reason: 'issuer' })
    await writeList(vault, tx, partnerId, { sequence: list.sequence + 1, issuers })
    return ok({ issuer })
  })
}

/** Every issuer of a partner; only asking for a key may lead to a fetch. @throws {CredentialsTampered} */
export async function trustedIssuers(vault: Vault, partnerId: string): Promise<TrustedIssuer[]> {
  const own = await ownIssuers(vault, partnerId)
  return [
    ...vault.commonIssuers.map(withOwnKeys),
    ...own.map(({ issuer, audiences }) => ({ issuer, audiences, keys: vault.keysOf(issuer) })),
  ]
}

/** Whether tokens of an issuer for an audience are allowed, asked again where one was verified before. */
export async function isIssuerAllowed(
  vault: Vault,
  tx: Tx,
  partnerId: string,
  { issuer, audience }: { issuer: string; audience: string },
): Promise<boolean> {
  const { issuers } = await readList(vault, tx, partnerId)
  return [...vault.commonIssuers, ...issuers].some(
    (item) => item.issuer === issuer && item.audiences.includes(audience),
  )
}

/**
 * An https URL in its one spelling, without user, query or fragment (OpenID Connect Discovery 3).
 * Both forms of an address without a path exist among providers, with and without the slash.
 */
function isIssuer(text: string): boolean {
  if (text.length > ISSUER_LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, username, password, search, hash, href, pathname } = new URL(text)
  const isPlain = protocol === 'https:' && username + password + search + hash === ''
  return isPlain && (href === text || (pathname === '/' && href === `${text}/`))
}

function areAudiences(audiences: readonly unknown[]): audiences is string[] {
  const isSized = audiences.length > 0 && audiences.length <= AUDIENCES_MAX
  const isPlain = audiences.every(
    (audience) => typeof audience === 'string' && AUDIENCE.test(audience),
  )
  return isSized && isPlain && new Set(audiences).size === audiences.length
}

const isCommon = (vault: Vault, issuer: string): boolean =>
  vault.commonIssuers.some((common) => common.issuer === issuer)

const sameTexts = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, index) => text === right[index])

/** Read once each, since reading a key is work. */
const commonKeys = new WeakMap<CommonIssuer, JWTVerifyGetKey>()

function withOwnKeys(common: CommonIssuer): TrustedIssuer {
  const { issuer, audiences } = common
  const keys = commonKeys.get(common) ?? createLocalJWKSet({ keys: [...common.keys] })
  commonKeys.set(common, keys)
  return { issuer, audiences, keys }
}
