import { fail, ok, utf8, type Result } from '@corridor/signing'
import { sql } from 'kysely'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import { lockEntity } from './credentials.ts'
import type { SignerFailure } from '../base/failures.ts'
import { decimalCode, randomId } from '../base/random.ts'
import type { Channel, OtpCode } from '../database/tables.ts'
import { addMs, DAY_MS, MINUTE_MS, secondsUntil } from '../base/time.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

// Operations part 9.
const CODE_DIGITS = 6
const LIFE_MS = 5 * MINUTE_MS
const SENDS_MAX = [
  { count: 3, withinMs: 10 * MINUTE_MS },
  { count: 10, withinMs: DAY_MS },
] as const
const TRIES_MAX = 3
const FAILURES_MAX = { count: 10, withinMs: DAY_MS }
/** Advice for the screen only; the limits above are what is enforced. */
const RESEND_ADVICE_MS = MINUTE_MS

export type IssueCode = { entityId: string; partnerId: string; channel: Channel; contact: string }
export type IssuedCode = {
  otpId: string
  /** What to send, or null when no method of the entity has this contact: then nothing is sent. */
  code: string | null
  expiresAt: string
  resendAfter: string
}

/**
 * A new code for a contact. The answer for an unknown contact differs in `code` only, and the same
 * limits apply to it. An earlier code of the entity and channel stops working.
 */
export async function issueCode(
  vault: Vault,
  input: IssueCode,
): Promise<Result<IssuedCode, SignerFailure>> {
  const { entityId, partnerId, channel } = input
  const contact = normaliseContact(channel, input.contact)
  return vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, entityId, 'update')
    // The contact's counter has no row of its own; an unknown entity has none either.
    await takeTurn(tx, `otp-contact|${partnerId}|${channel}|${contact}`)
    if (!entity) await takeTurn(tx, `otp-entity|${entityId}`)
    const now = await serviceNow(tx)

    const blocked = await blockedUntil(tx, entityId, channel, now)
    if (blocked) return fail(rateLimited(now, blocked))
    const sends = await recentSends(tx, partnerId, channel, contact, now)
    const nextSend = nextSendAt(sends, now)
    if (nextSend) return fail(rateLimited(now, nextSend))

    const known = entity?.partnerId === partnerId ? entity.live : []
    const method = known.find((live) => live.kind === channel && live.contact === contact)
    await supersedeCodes(tx, entityId, channel)
    const otpId = randomId('otp', vault.random)
    const code = decimalCode(CODE_DIGITS, vault.random)
    const expiresAt = addMs(now, LIFE_MS)
    await tx
      .insertInto('signer.otp_code')
      .values({
        otp_id: otpId,
        entity_id: entityId,
        partner_id: partnerId,
        channel,
        contact,
        credential_id: method?.credential_id ?? null,
        code_mac: await codeMac(vault, otpId, entityId, code),
        state: 'SENT',
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    const advised = addMs(now, RESEND_ADVICE_MS)
    const allowed = nextSendAt([now, ...sends], now) ?? now
    return ok({
      otpId,
      code: method ? code : null,
      expiresAt: expiresAt.toISOString(),
      resendAfter: (allowed > advised ? allowed : advised).toISOString(),
    })
  })
}

/**
 * Checks a code and counts a wrong one; the row stays locked. A right code is not consumed yet:
 * `consumeCode` follows once nothing else can refuse the session.
 */
export async function checkCode(
  vault: Vault,
  tx: Tx,
  input: { entityId: string; otpId: string; otpCode: string; now: Date },
): Promise<Result<OtpCode & { credential_id: string }, SignerFailure>> {
  const { entityId, otpId, now } = input
  const code = await tx
    .selectFrom('signer.otp_code')
    .selectAll()
    .where('otp_id', '=', otpId)
    .where('entity_id', '=', entityId)
    .forUpdate()
    .executeTakeFirst()
  if (!code) return fail({ code: 'OTP_INVALID' })
  const blocked = await blockedUntil(tx, entityId, code.channel, now)
  if (blocked) return fail(rateLimited(now, blocked))
  if (code.state !== 'SENT') return fail({ code: 'OTP_INVALID', reason: code.state })
  if (now >= code.expires_at) return fail({ code: 'OTP_EXPIRED' })

  const given = await codeMac(vault, otpId, entityId, normaliseCode(input.otpCode))
  const { credential_id } = code
  if (sameBytes(given, code.code_mac) && credential_id) return ok({ ...code, credential_id })
  await countWrongTry(tx, code, now)
  return fail({ code: 'OTP_INVALID' })
}

export async function consumeCode(tx: Tx, otpId: string): Promise<void> {
  await tx
    .updateTable('signer.otp_code')
    .set({ state: 'VERIFIED' })
    .where('otp_id', '=', otpId)
    .where('state', '=', 'SENT')
    .execute()
}

/** Ends the open codes of an entity and channel, e.g. when its method is revoked. */
export async function supersedeCodes(tx: Tx, entityId: string, channel: Channel): Promise<void> {
  await tx
    .updateTable('signer.otp_code')
    .set({ state: 'SUPERSEDED' })
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('state', '=', 'SENT')
    .execute()
}

/** E-mail addresses compare without case; telephone numbers as digits behind their plus. */
export function normaliseContact(channel: Channel, contact: string): string {
  return channel === 'EMAIL' ? contact.trim().toLowerCase() : contact.replaceAll(/[^\d+]/g, '')
}

/** Spaces and dashes are how people copy codes (signing-formats 5.3). */
function normaliseCode(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '')
}

function codeMac(vault: Vault, otpId: string, entityId: string, code: string): Promise<Uint8Array> {
  return vault.rootKey.mac('svc/otp/v1', encodeFields([otpId, entityId, utf8(code)]))
}

async function countWrongTry(tx: Tx, code: OtpCode, now: Date): Promise<void> {
  const attempts = code.attempts + 1
  await tx
    .updateTable('signer.otp_code')
    .set({ attempts, state: attempts < TRIES_MAX ? 'SENT' : 'LOCKED' })
    .where('otp_id', '=', code.otp_id)
    .execute()
  const { entity_id, channel } = code
  await tx.insertInto('signer.otp_failure').values({ entity_id, channel, failed_at: now }).execute()
}

/** When the channel opens again, if it has seen too many wrong codes. */
async function blockedUntil(
  tx: Tx,
  entityId: string,
  channel: Channel,
  now: Date,
): Promise<Date | undefined> {
  const { count, withinMs } = FAILURES_MAX
  const failures = await tx
    .selectFrom('signer.otp_failure')
    .select('failed_at')
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('failed_at', '>', addMs(now, -withinMs))
    .orderBy('failed_at', 'desc')
    .limit(count)
    .execute()
  const oldest = failures[count - 1]
  return oldest && addMs(oldest.failed_at, withinMs)
}

/** Newest first, as many as the widest window needs. */
async function recentSends(
  tx: Tx,
  partnerId: string,
  channel: Channel,
  contact: string,
  now: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('signer.otp_code')
    .select('created_at')
    .where('partner_id', '=', partnerId)
    .where('channel', '=', channel)
    .where('contact', '=', contact)
    .where('created_at', '>', addMs(now, -DAY_MS))
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => row.created_at)
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
