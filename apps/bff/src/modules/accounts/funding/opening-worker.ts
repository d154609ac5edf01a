import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { openDeposits, settleOpening } from './opening.ts'
import { findUnopened, type FundingRecord, lockFunding } from './store.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { NextPass } from '../../../engine/loop.ts'
import { customerNames, railName } from '@corridor/domain'

type Parts = Pick<Deps, 'db' | 'bank' | 'signer' | 'jurisdictions' | 'wake' | 'log'>

const actor = { type: 'scheduler', id: 'funding' } as const
const everyMs = 1_000
const batchMax = 20
/** How many account numbers are tried where another account has the one that the bank gave. */
const attemptsMax = 5

/** Finishes funding accounts that the bank did not open at once. */
export function fundingOpener(deps: Parts): LoopJob {
  return leaderLoop({ name: 'funding', everyMs, ...whileQuiet, wakeOn: ['sweep'], run })

  async function run(): Promise<NextPass> {
    const due = await deps.db.readingAll((tx) => findUnopened(tx, batchMax))
    for (const account of due) await openOne(account)
    if (due.length === 0) return undefined
    deps.wake.notify('events')
    return { againInMs: due.length === batchMax ? 0 : everyMs }
  }

  async function openOne(account: FundingRecord): Promise<void> {
    try {
      await openAccount(deps, account)
    } catch (error) {
      deps.log.error({ err: error, id: account.id }, 'a funding account could not be opened')
    }
  }
}

/** Asks for one account and writes the answer; a number that is taken is replaced by another. */
export async function openAccount(
  deps: Pick<Deps, 'db' | 'bank' | 'signer' | 'jurisdictions'>,
  account: FundingRecord,
): Promise<void> {
  const jurisdiction = deps.jurisdictions.byId(account.jurisdiction_id)
  if (!jurisdiction) throw new Error(`funding account ${account.id} belongs to no jurisdiction`)
  const { partner_id: partnerId, entity_id: entityId } = account
  const request = {
    partnerId,
    entityId,
    holderName: railName(customerNames(account)),
    jurisdiction,
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const opening = await openDeposits(deps, request, attempt)
    const isTaken = await deps.db.asWorker((tx) => settle(tx, account, opening))
    if (!isTaken) return
  }
  await deps.db.asWorker((tx) => settle(tx, account, { kind: 'unavailable' }))
}

async function settle(
  tx: Tx,
  { partner_id: partnerId, id }: FundingRecord,
  opening: Awaited<ReturnType<typeof openDeposits>>,
): Promise<boolean> {
  const row = await lockFunding(tx, partnerId, id)
  if (row?.status !== 'PROVISIONING') return false
  const { isTaken } = await settleOpening(tx, { partnerId, actor, requestId: '' }, row, opening)
  return isTaken
}
