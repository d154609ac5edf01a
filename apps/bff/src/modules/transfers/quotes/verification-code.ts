import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail, formatId, ok } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { countTry, insertCode, lockCode, markUsed, type Place, replaceCode } from './code-store.ts'

/** A code lives five minutes, and never longer than its quote. */
const lifeMs = 5 * 60_000
const digits = 6

export type CodeFailure = Failure<'OTP_INVALID' | 'OTP_EXPIRED'>

/** A code of six digits, each as likely as any other. */
export function makeCode(ports: Pick<Deps, 'random'>): string {
  const [most, many] = [2 ** 32 - (2 ** 32 % 10 ** digits), 10 ** digits]
  for (;;) {
    const drawn = Buffer.from(ports.random(4)).readUInt32BE()
    if (drawn < most) return String(drawn % many).padStart(digits, '0')
  }
}

/** What is kept of a code: a million codes are tried in no time, so the hash has a key. */
const hashOf = (kek: Deps['kek'], { partner_id, id }: Place, code: string): Buffer =>
  createHmac('sha256', kek.derive('transfer-code/v1'))
    .update(`${partner_id}:${id}:${code}`)
    .digest()

/** Keeps the hash of the code that was sent for a quote. */
export const keepCode = (
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  quote: Pick<TransferRow, 'partner_id' | 'id' | 'created_at' | 'valid_until'>,
  code: string,
) =>
  insertCode(tx, quote, {
    codeHash: hashOf(kek, quote, code),
    expiresAt: new Date(Math.min(quote.created_at.getTime() + lifeMs, quote.valid_until.getTime())),
  })

/** Keeps the hash of another code for a transfer whose first one is over. */
export const renewCode = (tx: Tx, { kek }: Pick<Deps, 'kek'>, place: Place, code: string) =>
  replaceCode(tx, place, hashOf(kek, place, code), lifeMs)

/** Whether a code that was sent for it can still be used. */
export const hasLiveCode = async (tx: Tx, place: Place): Promise<boolean> =>
  (await lockCode(tx, place))?.isLive ?? false

/** Sends a code to the payer by e-mail; false where that is not possible now. */
export async function sendCode(
  deps: Pick<Deps, 'post' | 'log'>,
  partnerId: string,
  { to, code }: { to: { id: string; email: string }; code: string },
): Promise<boolean> {
  const text = `${code} confirms your transfer. The code expires in five minutes. Never share it with anyone, including callers.`
  const subject = 'Your code for a transfer'
  try {
    await deps.post.send(partnerId, {
      channel: 'EMAIL',
      to: to.email,
      subject,
      text,
      code,
      entityId: formatId('ent', to.id),
    })
    return true
  } catch (error) {
    deps.log.error({ err: error }, 'a code could not be sent')
    return false
  }
}

/**
 * Tries a code and counts a wrong try. Call it in a transaction of its own that commits whatever the
 * answer is (`before` of the operation): rolled back with the refusal, a wrong try would cost nothing.
 */
export async function checkCode(tx: Tx, deps: Pick<Deps, 'kek'>, transfer: Place, code: string) {
  const kept = await lockCode(tx, transfer)
  if (!kept?.isLive) return ended()
  if (isRight(deps, transfer, kept, code)) return ok(undefined)
  await countTry(tx, transfer)
  return invalid()
}

/** Uses a code up, in the transaction that executes the transfer: it works once. */
export async function useCode(tx: Tx, deps: Pick<Deps, 'kek'>, transfer: Place, code: string) {
  const kept = await lockCode(tx, transfer)
  if (!kept?.isLive) return ended()
  if (!isRight(deps, transfer, kept, code)) return invalid()
  await markUsed(tx, transfer)
  return ok(undefined)
}

const isRight = (
  { kek }: Pick<Deps, 'kek'>,
  place: Place,
  { code_hash }: { code_hash: Buffer },
  code: string,
) => timingSafeEqual(code_hash, hashOf(kek, place, code.replaceAll(/[\s-]/g, '')))

const invalid = () =>
  fail({
    code: 'OTP_INVALID' as const,
    details: [detail('verificationCode', 'OTP_INVALID', 'This is not the code that was sent.')],
  })

const ended = () =>
  fail({
    code: 'OTP_EXPIRED' as const,
    details: [
      detail(
        'verificationCode',
        'OTP_EXPIRED',
        'The code was used, tried too often, or is too old. Simulate the transfer again.',
      ),
    ],
  })
