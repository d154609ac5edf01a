import { createHash } from 'node:crypto'
import type { Kek } from '../db/kek.ts'
import { haveAlone } from '../db/batch.ts'
import type { Tx } from '../db/open.ts'
import { sendTogether } from '../db/send-together.ts'
import * as store from './idempotency-store.ts'
import type { KeyScope } from './idempotency-store.ts'
import { canonicalJson } from './request/json.ts'
import { Refusal } from './request/refusal.ts'

export type { KeyScope } from './idempotency-store.ts'
export type StoredAnswer = { status: number; body: string | Buffer<ArrayBuffer> }

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** Reads `Idempotency-Key`, bare or as a quoted structured-field string. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()
  if (!keyPattern.test(key))
    throw new Refusal(
      'IDEMPOTENCY_KEY_INVALID',
      'Use 1 to 255 visible ASCII characters as the key.',
    )
  return key
}

export const fingerprintOf = (body: unknown): Buffer =>
  createHash('sha256').update(canonicalJson(body)).digest()

/**
 * Takes the key for this transaction and gives its kept answer, if there is one; another request that
 * holds the key answers first.
 */
export async function takeKey(tx: Tx, kek: Kek, scope: KeyScope) {
  const name = [scope.partnerId, scope.method, scope.path, scope.key].join('\n')
  const lock = createHash('sha256').update(name).digest().readBigInt64BE(0)
  haveAlone(tx, `key ${lock}`)
  const { isTaken, row } = await sendTogether({
    isTaken: store.tryLock(tx, lock),
    row: store.findAnswer(tx, scope),
  })
  if (!isTaken) throw inProgress()
  return row && answerOf(kek, scope, row)
}

export const inProgress = () =>
  new Refusal('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  })

/** What a sealed answer is bound to: moved to another key, it does not open. */
const placeOf = ({ partnerId, method, path, key }: KeyScope) =>
  ['idempotency_key.sealed_body', partnerId, method, path, key].join('\n')

/** The kept answer of a key, or nothing; another body under the same key is refused. */
export async function findAnswer(tx: Tx, kek: Kek, scope: KeyScope) {
  const row = await store.findAnswer(tx, scope)
  return row && answerOf(kek, scope, row)
}

type Row = NonNullable<Awaited<ReturnType<typeof store.findAnswer>>>

function answerOf(kek: Kek, scope: KeyScope, row: Row): StoredAnswer {
  if (!row.fingerprint.equals(scope.fingerprint))
    throw new Refusal(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key was used with another body. Use a new key.',
    )
  // Answers stored before sealing was introduced are in plain text.
  const body = row.body ?? opened(kek, scope, row.sealed_body ?? Buffer.alloc(0))
  return { status: row.status, body }
}

const opened = (kek: Kek, scope: KeyScope, sealed: Uint8Array): string =>
  Buffer.from(kek.open(placeOf(scope), sealed)).toString('utf8')

/**
 * Keeps an answer for seven days, in the transaction of its effect. Answers hold what their
 * operations show only once, signing secrets among them, so they are sealed.
 */
export async function keepAnswer(tx: Tx, kek: Kek, scope: KeyScope, answer: StoredAnswer) {
  const sealedBody = Buffer.from(kek.seal(placeOf(scope), Buffer.from(answer.body.toString())))
  await store.writeAnswer(tx, { ...scope, status: answer.status, sealedBody })
}
