import type { ForwardedDeposit, payinRoutes } from '@corridor/contract'
import { formatId, parseId, toText, toWire } from '@corridor/domain'
import type { z } from 'zod'
import { partOf, inTwoParts, success } from '../../../api/handlers.ts'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { holdCustomers } from '../../../records/transfers/customer-limit.ts'
import { holdDay } from '../../../records/transfers/daily-limit.ts'
import { outlooksOf } from '../deposits/fit.ts'
import { lockTogether, oldestAtLimits } from '../deposits/fit-store.ts'
import { type DepositRecord, findDeposits } from '../deposits/store.ts'
import { leftText, type Resolved, type ResolveService } from './resolve.ts'
import { undoneIfRefused } from '../../../db/undone.ts'

/** Whose day is held meanwhile waits: so many at a time, and no more. */
export const forwardMax = 50
/** How many are looked at for those that fit. */
const lookMax = 500

type Outcome = z.output<typeof ForwardedDeposit>
type Asked = { depositIds?: readonly string[] | undefined; reason: string }
type Forwarded = { results: Outcome[]; rows: DepositRecord[]; woken: TransferKey[] }
type Parts = Pick<Deps, 'jurisdictions' | 'rates'>

/**
 * What a call is about: the deposits that are named, or else the oldest that a limit holds and that
 * fit now, each by itself; oldest first.
 */
export async function namedOrFitting(
  tx: Tx,
  deps: Parts,
  partnerId: string,
  depositIds: readonly string[] | undefined,
): Promise<DepositRecord[]> {
  const named = depositIds?.flatMap((id) => parseId('dep', id) ?? [])
  const ids = named ?? (await oldestAtLimits(tx, partnerId, lookMax))
  const rows = await findDeposits(tx, partnerId, ids)
  if (named) return rows
  const outlooks = await outlooksOf(tx, deps, partnerId, rows)
  return rows.filter(({ id }) => outlooks.get(id)?.fit.fits).slice(0, forwardMax)
}

/**
 * Forwards held deposits that fit, each as one decision would: in a savepoint of its own, so that the
 * answer, kept for its key, and what was done are one. Limits are held from the start; each deposit
 * is judged after those before it were counted.
 */
export async function forwardMany(
  tx: Tx,
  deps: Parts,
  resolve: ResolveService['resolve'],
  caller: Caller,
  { depositIds, reason }: Asked,
): Promise<Forwarded> {
  const { partnerId } = caller
  const rows = await namedOrFitting(tx, deps, partnerId, depositIds)
  const locked = await lockTogether(
    tx,
    partnerId,
    rows.map(({ id }) => id),
  )
  await holdDay(tx, partnerId)
  const owners = rows.flatMap(({ owner_id: id }) => (id === null ? [] : [id]))
  await holdCustomers(tx, partnerId, [...new Set(owners)])
  const done: Forwarded = { results: unknownOf(depositIds ?? [], rows), rows: [], woken: [] }
  for (const row of rows) {
    const { result, resolved } = locked.has(row.id)
      ? await forwardOne(tx, deps, resolve, caller, { row, reason })
      : { result: excluded(row, { code: 'ILLEGAL_TRANSITION', message: busyText }) }
    done.results.push(result)
    if (!resolved) continue
    done.rows.push(resolved.deposit)
    if (resolved.woken) done.woken.push(resolved.woken)
  }
  return done
}

const busyText = 'Another request is deciding about it.'

async function forwardOne(
  tx: Tx,
  deps: Parts,
  resolve: ResolveService['resolve'],
  caller: Caller,
  { row, reason }: { row: DepositRecord; reason: string },
): Promise<{ result: Outcome; resolved?: Resolved }> {
  const [now] = await findDeposits(tx, caller.partnerId, [row.id])
  const outlook = now && (await outlooksOf(tx, deps, caller.partnerId, [now])).get(row.id)
  if (!now || now.status !== 'HELD')
    return {
      result: excluded(now ?? row, { code: 'ILLEGAL_TRANSITION', message: 'It is not held.' }),
    }
  if (!outlook?.fit.fits) {
    const { reason: why = 'NOT_ALLOWED', limit } = outlook?.fit ?? {}
    const { code, message } = refusals[why] ?? refusals.NOT_ALLOWED
    return { result: excluded(now, { code, message, reason: why, ...(limit ? { limit } : {}) }) }
  }
  const depositId = formatId('dep', row.id)
  const answer = await undoneIfRefused(tx, () =>
    resolve(tx, caller, { depositId, action: 'FORWARD', reason }),
  )
  if (!answer.ok) {
    const { failure } = answer
    const given = 'details' in failure ? failure.details?.[0]?.message : undefined
    const message = given ?? 'It cannot be forwarded now.'
    return { result: excluded(now, { code: failure.code, message }) }
  }
  const { deposit } = answer.value
  if (deposit.status === 'HELD') {
    const why = { code: 'CORRIDOR_UNAVAILABLE', reason: 'PAYER_NOT_ALLOWED' as const }
    return { resolved: answer.value, result: excluded(deposit, { ...why, message: leftText }) }
  }
  const { carrier_id: carrier } = deposit
  return {
    resolved: answer.value,
    result: {
      ...shown(deposit),
      outcome: 'FORWARDED',
      executionId: carrier === null ? '' : formatId('exec', carrier),
      code: '',
      reason: '',
      message: 'The deposit is forwarded.',
    },
  }
}

const shown = ({ id, status, amount, scale, currency }: DepositRecord) => ({
  depositId: formatId('dep', id),
  status,
  amountIn: { amount: toWire({ minor: amount, scale }), currency },
})

type Why = Pick<Outcome, 'code' | 'message'> & Partial<Pick<Outcome, 'reason' | 'limit'>>

const excluded = (row: DepositRecord, why: Why): Outcome => ({
  ...shown(row),
  outcome: 'EXCLUDED',
  executionId: '',
  reason: '',
  ...why,
})

const unknownOf = (asked: readonly string[], rows: readonly DepositRecord[]): Outcome[] => {
  const known = new Set(rows.map(({ id }) => formatId('dep', id)))
  return asked
    .filter((id) => !known.has(id))
    .map((depositId) => ({
      depositId,
      outcome: 'EXCLUDED',
      executionId: '',
      code: 'RECORD_NOT_FOUND',
      reason: '',
      message: 'No deposit has this id.',
    }))
}

const limitRefusal = { code: 'LIMIT_DAILY', message: 'A limit has too little left for it.' }
const corridor = (message: string) => ({ code: 'CORRIDOR_UNAVAILABLE', message })
const refusals: Partial<Record<Outcome['reason'], { code: string; message: string }>> & {
  NOT_ALLOWED: { code: string; message: string }
} = {
  NOT_ALLOWED: { code: 'ILLEGAL_TRANSITION', message: 'It cannot be forwarded now.' },
  DECIDE_ALONE: { code: 'ILLEGAL_TRANSITION', message: 'It has to be decided about by itself.' },
  NO_RATE: { code: 'PROVIDER_UNAVAILABLE', message: 'There is no rate now.' },
  LIMIT: limitRefusal,
  ABOVE_MAXIMUM: { ...limitRefusal, message: 'It is above the largest deposit.' },
  BELOW_MINIMUM: { code: 'AMOUNT_BELOW_MIN', message: 'It is below the smallest deposit.' },
  COMPLIANCE: { code: 'KYC_REQUIRED', message: 'Both customers must be verified first.' },
  ROUTE_INACTIVE: corridor('Its route is off.'),
  NO_ROUTE: corridor('No route took it.'),
  FUNDING_INACTIVE: corridor('Its funding account is not active.'),
  DESTINATION_UNAVAILABLE: corridor('Nothing can be paid to its destination now.'),
}

/** What was forwarded, by currency. */
function sumsOf(rows: readonly DepositRecord[]) {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  return [...byCurrency].map(([currency, of]) => ({
    currency,
    amount: toWire({
      minor: of.reduce((sum, { amount }) => sum + amount, 0n),
      scale: of[0]?.scale ?? 0,
    }),
  }))
}

/** For who has to agree: `1,200 EUR and 30 USD`. */
export const sumText = (rows: readonly DepositRecord[]): string =>
  [...Map.groupBy(rows, ({ currency, scale }) => `${currency} ${scale}`).values()]
    .map((of) => {
      const [first] = of
      const minor = of.reduce((sum, { amount }) => sum + amount, 0n)
      return `${toText(minor, first?.scale ?? 0)} ${first?.currency ?? ''}`
    })
    .join(' and ')

/** `deposit/forward`; the worker continues the executions after the commit. */
export function forwardManyHandler(deps: Parts, { resolve, runNow }: ResolveService) {
  return partOf<typeof payinRoutes>()({
    forwardHeld: inTwoParts({
      before: () => Promise.resolve<{ woken: TransferKey[] }>({ woken: [] }),
      handle: async (tx, { body }, caller, touched) => {
        const { results, rows, woken } = await forwardMany(tx, deps, resolve, caller, body)
        touched.woken = woken
        const forwarded = rows.length
        const message = `${forwarded} of ${results.length} deposits are forwarded.`
        const data = {
          forwarded,
          excluded: results.length - forwarded,
          sums: sumsOf(rows),
          results,
        }
        return success({ message, data })
      },
      after: (_input, _caller, { woken }) => woken.forEach(runNow),
    }),
  })
}
