import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { haltForBreaches, ledgerBreaches } from '../modules/ledger/breaches.ts'
import { duePendings, expirePending } from '../modules/ledger/expiry.ts'
import type { Leader } from './leader.ts'
import { startLoop } from './loop.ts'

type Parts = Pick<Deps, 'db' | 'wake' | 'log'>

const checkEveryMs = 60_000
const expireEveryMs = 1_000
const batchMax = 100

/**
 * Voids pending legs whose time is up, and recomputes the whole ledger once a minute of real time. A
 * breach stops payouts of its asset; reads and deposits go on.
 */
export function startLedgerCheck(deps: Parts, leader: Leader): { stop: () => Promise<void> } {
  const expiry = startLoop({
    name: 'pending expiry',
    everyMs: expireEveryMs,
    log: deps.log,
    run: async () => {
      if (!leader.client()) return undefined
      return (await expirePendings(deps)) >= batchMax ? { againInMs: 0 } : undefined
    },
  })
  const check = startLoop({
    name: 'ledger check',
    everyMs: checkEveryMs,
    log: deps.log,
    run: async () => {
      if (leader.client()) await checkLedger(deps)
      return undefined
    },
  })
  const off = deps.wake.on('sweep', expiry.kick)
  leader.onElected(expiry.kick)
  leader.onElected(check.kick)
  return {
    stop: async () => {
      off()
      await Promise.all([expiry.stop(), check.stop()])
    },
  }
}

/** One by one: of two that resolve a leg at the same time, only the later one fails. */
export async function expirePendings({ db }: Pick<Parts, 'db'>): Promise<number> {
  const due = await db.asWorker((tx) => duePendings(tx, batchMax))
  for (const one of due) await db.asWorker((tx) => expirePending(tx, one))
  return due.length
}

/** One pass: all assets with a breach are halted. Gives the rules that do not hold. */
export async function checkLedger({ db, log }: Pick<Parts, 'db' | 'log'>): Promise<string[]> {
  const breaches = await db.asWorker(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    return ledgerBreaches(tx)
  })
  if (breaches.length === 0) return []
  const halted = await db.asWorker((tx) => haltForBreaches(tx, breaches))
  const found = breaches.slice(0, batchMax)
  log.error({ alert: 'ledger_mismatch', halted, breaches: found }, 'the ledger does not hold')
  return [...new Set(breaches.map(({ rule }) => rule))]
}
