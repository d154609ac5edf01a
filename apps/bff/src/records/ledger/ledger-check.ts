import { allowMinutes } from '../../db/isolation.ts'
import { serviceNow } from '../../db/moment.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { haltForBreaches, ledgerBreaches } from './breaches.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import { sql } from 'kysely'
import { resolvePending } from './service.ts'

type Due = { partnerId: string; transferId: string; step: string; code: string }

/** Pending legs that have expired by the service's clock and were not resolved, oldest first. */
async function duePendings(tx: Tx, max: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.partner_id as "partnerId", g.transfer_id as "transferId", g.step, p.code
    from posting p join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
    where p.timeout_at <= ${serviceNow} and not exists (select from posting_resolution r
      where r.partner_id = p.partner_id and r.pending_id = p.id)
    order by p.timeout_at limit ${max}`.execute(tx)
  return rows
}

/** Voids one. Fails where it is resolved concurrently and that was first. */
const expirePending = (tx: Tx, { partnerId, transferId, step, code }: Due): Promise<void> =>
  resolvePending(tx, {
    partnerId,
    transferId,
    step: `${step}/${code}/expired`,
    of: { step, code },
    as: 'void',
  })

type Parts = Pick<Deps, 'db' | 'log' | 'realTime'>

const batchMax = 100
/** A ledger that takes longer to recompute is recomputed whole less often, and what is new each time. */
const slowMs = 3_000
const wholeEveryMs = 600_000
/** No transaction is open for so long, so nothing is booked at an earlier time after a pass. */
const overlapMs = 300_000

/**
 * Recomputes the whole ledger once a minute of real time. A breach stops payouts of its asset; reads
 * and deposits go on.
 */
export function ledgerCheck(deps: Parts): LoopJob {
  const pass = createPass(deps)
  return leaderLoop({
    name: 'ledger check',
    everyMs: 60_000,
    run: async () => {
      await pass()
      return undefined
    },
  })
}

/** Voids pending legs whose time is up. */
export const pendingExpiry = (deps: Pick<Parts, 'db'>): LoopJob =>
  leaderLoop({
    name: 'pending expiry',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => ((await expirePendings(deps)) >= batchMax ? { againInMs: 0 } : undefined),
  })

/** One by one: of two that resolve a leg at the same time, only the later one fails. */
export async function expirePendings({ db }: { db: Pick<Parts['db'], 'asWorker' | 'readingAll'> }) {
  const due = await db.readingAll((tx) => duePendings(tx, batchMax))
  for (const leg of due) await db.asWorker((tx) => expirePending(tx, leg))
  return due.length
}

/** Passes of which each knows what the ones before have looked at. */
export function createPass(deps: Pick<Parts, 'db' | 'log' | 'realTime'>): () => Promise<string[]> {
  let whole = { at: 0, tookMs: 0 }
  let checkedUpTo: Date | undefined
  return async () => {
    const startedAt = deps.realTime().getTime()
    const upTo = await deps.db.readingAll(now)
    const isDue = whole.tookMs <= slowMs || startedAt - whole.at >= wholeEveryMs
    const since = checkedUpTo && !isDue ? new Date(checkedUpTo.getTime() - overlapMs) : undefined
    const rules = await checkLedger(deps, since)
    if (!since) whole = { at: startedAt, tookMs: deps.realTime().getTime() - startedAt }
    checkedUpTo = upTo
    return rules
  }
}

/** Halts all assets with a breach; gives the rules that do not hold. */
export async function checkLedger({ db, log }: Pick<Parts, 'db' | 'log'>, since?: Date) {
  const breaches = await db.asWorker(async (tx) => {
    await allowMinutes(tx, 10)
    return ledgerBreaches(tx, since)
  })
  if (breaches.length === 0) return []
  const halted = await db.asWorker((tx) => haltForBreaches(tx, breaches))
  const found = breaches.slice(0, batchMax)
  log.error({ alert: 'ledger_mismatch', halted, breaches: found }, 'the ledger does not hold')
  return [...new Set(breaches.map(({ rule }) => rule))]
}
