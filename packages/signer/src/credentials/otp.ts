import { bytesToHex, fail, hexToBytes, ok, utf8, type Result } from '@corridor/signing'
import { sql } from 'kysely'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import type { SignerFailure } from '../base/failures.ts'
import { decimalCode, randomId } from '../base/random.ts'
import { addMs, DAY_MS, MINUTE_MS, secondsUntil } from '../base/time.ts'
import type { Channel, Credential } from '../database/tables.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'
import { lockEntity, type LockedEntity } from './credentials.ts'
import {
  channelOf,
  CHANNELS,
  readCodes,
  readSends,
  saveCodes,
  saveSend,
  takeSms,
  type Codes,
  type LiveCode,
} from './otp-state.ts'
import { otpTargetBundle } from './otp-target.ts'

// operations.md 9.
const CODE_DIGITS = 6
const LIFE_MS = 5 * MINUTE_MS
const SENDS_MAX = [
  { count: 3, withinMs: 10 * MINUTE_MS },
  { count: 10, withinMs: DAY_MS },
] as const
const TRIES_MAX = 3
const SMS_PER_HOUR = 1000
const FAILURES_MAX = { count: 10, withinMs: DAY_MS }
/** Advice for the screen only; the limits above are what is enforced. */
const RESEND_ADVICE_MS = MINUTE_MS

export type IssueCode = {
  entityId: string
  partnerId: string
  channel: Channel
  contact: string
  /** SMS that all customers of the partner may be sent within an hour, together. Default: 1,000. */
  smsPerHour?: number | undefined
}
export type IssuedCode = {
  otpId: string
  /** What to send, or null when no method of the entity has this contact: then nothing is sent. */
  code: string | null
  /** Where to send it: as registered, whatever the caller wrote. */
  contact: string
  expiresAt: string
  resendAfter: string
  /** What the code can be sealed to (signing-formats.md 8.1). */
  otpEncryptionTargetBundle: string
}

/**
 * A new code for a contact. The answer for an unknown contact differs in `code` only, and the same
 * limits apply to it. An earlier code of the entity and channel stops working.
 * @throws {CredentialsTampered}
 */
export async function issueCode(
  vault: Vault,
  input: IssueCode,
): Promise<Result<IssuedCode, SignerFailure>> {
  const contact = normaliseContact(input.channel, input.contact)
  const issued = await vault.inTransaction((tx) => issue(vault, tx, { ...input, contact }))
  if (!issued.ok) return issued
  // After the transaction: deriving a key takes longer than a lock should be held.
  const otpEncryptionTargetBundle = await otpTargetBundle(vault, {
    entityId: input.entityId,
    otpId: issued.value.otpId,
  })
  return ok({ ...issued.value, otpEncryptionTargetBundle })
}

type Issued = Omit<IssuedCode, 'otpEncryptionTargetBundle'>

async function issue(
  vault: Vault,
  tx: Tx,
  input: IssueCode,
): Promise<Result<Issued, SignerFailure>> {
  const { entityId, partnerId, channel, contact } = input
  const found = await lockEntity(vault, tx, entityId, 'update')
  const entity = found?.partnerId === partnerId ? found : undefined
  await takeTurn(tx, `otp-contact|${partnerId}|${channel}|${contact}`)
  const now = await serviceNow(tx)

  const codes = entity && (await readCodes(vault, tx, entity, channel))
  const blocked = codes && blockedUntil(codes, now)
  if (blocked) return fail(rateLimited(now, blocked))
  const recipient = { partnerId, channel, contact }
  const sends = await readSends(vault, tx, recipient, codes?.state.sends[contact] ?? 0)
  const nextSend = nextSendAt(sends.at, now)
  if (nextSend) return fail(rateLimited(now, nextSend))
  const method = entity?.live.find((live) => live.kind === channel && live.contact === contact)
  const used = method && channel === 'SMS' ? await usedSms(vault, tx, input, now) : undefined
  if (used) return fail(used)

  const otpId = randomId('otp', vault.random)
  const code = decimalCode(CODE_DIGITS, vault.random)
  const expiresAt = addMs(now, LIFE_MS).toISOString()
  const sequence = await saveSend(vault, tx, sends, now)
  if (entity && codes) {
    const { credential_id: credentialId = null } = method ?? {}
    const mac = bytesToHex(await codeMac(vault, otpId, entityId, code))
    await saveCodes(vault, tx, entity, codes, {
      outcome: 'SENT',
      code: { otpId, contact, credentialId, mac, attempts: 0, expiresAt },
      // Nothing is ever sent to a contact that is nobody's: its sends may be forgotten.
      ...(method && { sends: { ...codes.state.sends, [contact]: sequence } }),
      ...(credentialId !== null && { credentialId }),
    })
  }
  const advised = addMs(now, RESEND_ADVICE_MS)
  const allowed = nextSendAt([now, ...sends.at], now) ?? now
  const resendAfter = (allowed > advised ? allowed : advised).toISOString()
  return ok({ otpId, code: method ? code : null, contact, expiresAt, resendAfter })
}

async function usedSms(
  vault: Vault,
  tx: Tx,
  { partnerId, smsPerHour = SMS_PER_HOUR }: IssueCode,
  now: Date,
): Promise<SignerFailure | undefined> {
  await takeTurn(tx, `otp-sms|${partnerId}`)
  const used = await takeSms(vault, tx, { partnerId, now, hourMax: smsPerHour })
  if (!used) return undefined
  const notice = used.isFirst ? { notice: { kind: 'SMS_LIMIT' as const } } : {}
  return { ...rateLimited(now, used.freeAt), reason: 'SMS_LIMIT', ...notice }
}

export type GivenCode = { otpId: string; otpCode: string }
export type ProvenCode = { codes: Codes; method: Credential }

/** The answer to a code that is none, or none any more. It never becomes one again. */
export const endedCode = fail<SignerFailure>({ code: 'OTP_INVALID' })

/**
 * The method that a right code proves control of; a wrong one is counted. A right one is not used up
 * yet: `consumeCode` follows once nothing else can refuse the call.
 * @throws {CredentialsTampered}
 */
export async function checkCode(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  { otpId, otpCode }: GivenCode,
): Promise<Result<ProvenCode, SignerFailure>> {
  const codes = await findCodes(vault, tx, entity, otpId)
  const code = codes?.state.code
  if (!codes || !code) return endedCode
  const { now, entityId } = entity
  const blocked = blockedUntil(codes, now)
  if (blocked) return fail(rateLimited(now, blocked))
  if (now >= new Date(code.expiresAt)) return fail({ code: 'OTP_EXPIRED' })

  const given = await codeMac(vault, otpId, entityId, normaliseCode(otpCode))
  if (!sameBytes(given, hexToBytes(code.mac)) || code.credentialId === null)
    return countWrongTry(vault, tx, entity, { codes, code })
  const method = liveMethod(entity, code)
  return method ? ok({ codes, method }) : fail({ code: 'OTP_INVALID' })
}

/** The method a code was sent for, if it still is one with this contact. */
export function liveMethod(
  entity: LockedEntity,
  { credentialId, contact }: Pick<LiveCode, 'credentialId' | 'contact'>,
): Credential | undefined {
  return entity.live.find(
    (credential) => credential.credential_id === credentialId && credential.contact === contact,
  )
}

async function findCodes(vault: Vault, tx: Tx, entity: LockedEntity, otpId: string) {
  const named = await channelOf(tx, entity.entityId, otpId)
  // Without a record that names it, a code may be of before there were records, or of a removed one.
  for (const channel of named ? [named] : CHANNELS) {
    const codes = await readCodes(vault, tx, entity, channel)
    if (codes.state.code?.otpId === otpId) return codes
  }
  return undefined
}

/** Uses up the code that was proven. */
export async function consumeCode(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  { codes, method }: ProvenCode,
  tokens = codes.state.tokens,
): Promise<void> {
  const { credential_id: credentialId } = method
  await saveCodes(vault, tx, entity, codes, {
    outcome: 'VERIFIED',
    credentialId,
    code: null,
    tokens,
  })
}

async function countWrongTry(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  { codes, code }: { codes: Codes; code: LiveCode },
): Promise<Result<never, SignerFailure>> {
  const attempts = code.attempts + 1
  const failures = [entity.now.toISOString(), ...codes.state.failures]
  await saveCodes(vault, tx, entity, codes, {
    outcome: 'WRONG',
    failures,
    code: attempts < TRIES_MAX ? { ...code, attempts } : null,
    ...(code.credentialId !== null && { credentialId: code.credentialId }),
  })
  const { channel } = codes
  const isLast = blockedUntil({ state: { failures } }, entity.now) !== undefined
  const notice = isLast ? { notice: { kind: 'OTP_BLOCKED', channel } as const } : {}
  return fail({ code: 'OTP_INVALID', ...notice })
}

/** E-mail addresses compare without case; telephone numbers as digits behind their plus. */
export function normaliseContact(channel: Channel, contact: string): string {
  return channel === 'EMAIL' ? contact.trim().toLowerCase() : contact.replaceAll(/[^\d+]/g, '')
}

/**
 * Spaces and dashes are how people copy codes, I, L and O how they read them
 * (signing-formats.md 5.3).
 */
function normaliseCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return plain.replaceAll(/[IL]/g, '1').replaceAll('O', '0')
}

function codeMac(vault: Vault, otpId: string, entityId: string, code: string): Promise<Uint8Array> {
  return vault.rootKey.mac('svc/otp/v1', encodeFields([otpId, entityId, utf8(code)]))
}

/** When the channel opens again, if it has seen too many wrong codes. */
function blockedUntil(
  { state: { failures } }: { state: { failures: readonly string[] } },
  now: Date,
): Date | undefined {
  const oldest = failures[FAILURES_MAX.count - 1]
  const until = oldest && addMs(new Date(oldest), FAILURES_MAX.withinMs)
  return until && until > now ? until : undefined
}

/** When the next send is allowed, if not now. */
function nextSendAt(sends: readonly Date[], now: Date): Date | undefined {
  const waits = SENDS_MAX.flatMap(({ count, withinMs }) => {
    const oldest = sends[count - 1]
    return oldest ? [addMs(oldest, withinMs)] : []
  })
  const latest = waits.sort((left, right) => right.getTime() - left.getTime())[0]
  return latest && latest > now ? latest : undefined
}

function rateLimited(now: Date, until: Date): SignerFailure {
  return { code: 'RATE_LIMITED', retryAfterSeconds: secondsUntil(now, until) }
}

/** Serialises what has no row to lock, until the transaction ends. */
async function takeTurn(tx: Tx, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)
}
