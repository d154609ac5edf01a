import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { setShift } from '../../../src/outside/rates/store.ts'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { aQuote, quote, type Side } from './ordinary.ts'
import { transferPath } from './wallets.ts'

/** What a partner sends to accept a quote as it was issued. */
export const takeUp = ({ executionId, transferAcknowledgement }: AnyBody) => ({
  executionId,
  transferAcknowledgement: transferAcknowledgement.version,
  counterPartyRiskAcknowledged: true,
})

export async function aQuoteOf(
  bff: Bff,
  from: Side,
  to: Side,
  change: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const answer = await quote(bff, aQuote(from, to, change), partner)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** Quotes and executes; the answer of the execution. */
export async function started(
  bff: Bff,
  from: Side,
  to: Side,
  change: Record<string, unknown> = {},
): Promise<AnyBody> {
  const quoted = await aQuoteOf(bff, from, to, change)
  const answer = await bff.post(transferPath, takeUp(quoted))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { ...quoted, ...answer.body.data }
}

export const paidIn = (bff: Bff, executionId: string, body: object = {}): Promise<Got> =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/deposit`, body)

export const readTransfer = async (bff: Bff, executionId: string): Promise<AnyBody> =>
  (await bff.get(`${transferPath}/${executionId}`)).body.data

export const act = (bff: Bff, action: string, body: object, partner?: Partner): Promise<Got> =>
  bff.post(`/api/v1/xfer/transaction/${action}`, body, {}, partner)

export const failAt = (bff: Bff, executionId: string, step: string, failureCode: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/fail`, { step, failureCode })

/** As if every deposit on a chain had come on another one, where tokens have a worth. */
export const moveToChain = ({ deps }: Bff, chainId: string) =>
  deps.db.asWorker((tx) =>
    sql`update deposit set chain_id = ${chainId} where source = 'CHAIN'`.execute(tx),
  )

export const advanceClock = (bff: Bff, seconds: number) =>
  bff.post('/api/v1/sandbox/clock/advance', { seconds })

/** Moves what the euro is worth, and waits until quotes follow; 0 puts it back. */
export async function moveEuro({ deps }: Bff, basisPoints: number): Promise<void> {
  await deps.db.asWorker((tx) => setShift(tx, { currency: 'USD', basisPoints: -basisPoints }))
  const expected = 1.152 / (1 - basisPoints / 10_000)
  const isNear = () => {
    const found = deps.rates.midRate('EUR', 'USD', new Date())
    if (!found.ok) return false
    const { numerator, denominator } = found.value.mid
    return Math.abs(Number(numerator) / Number(denominator) / expected - 1) < 1e-9
  }
  while (!isNear()) await sleep(50)
}

/** Type, event status, previous status and status of the events of a transfer, oldest first. */
export async function eventTypesOf(
  bff: Bff,
  executionId: string,
  category = 'transfer',
): Promise<string[]> {
  const rows = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .select(['type', 'status', 'object'])
      .where('category', '=', category)
      .where(sql<boolean>`object->>'executionId' = ${executionId}`)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ type, status, object }) => {
    const { previousStatus, status: now } = object as Record<string, string>
    return `${type} ${status}: ${previousStatus} → ${now}`
  })
}

export const stepsOf = ({ details }: AnyBody): Record<string, string> =>
  Object.fromEntries(details.map(({ name, status }: AnyBody) => [name, status]))
