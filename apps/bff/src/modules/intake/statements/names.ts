import { customerNames, isSameName, namesOf } from '@corridor/domain'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { lockDeposit, nameSenders } from '../../../records/deposits/store.ts'
import { findOwners, type Match } from '../../deposits/bank-matching-store.ts'
import { keepAsCase } from '../../screening/cases.ts'
import { depositContext, heldFor, isListed, senderSubjects } from '../../screening/deposits.ts'
import type { Subject } from '../../screening/screen.ts'
import { lookUpSenders, type Senders, sendersIn } from '../../screening/senders.ts'
import { findRenamed, keepNames, lockRenamed, type Names, type Renamed } from './names-store.ts'

/** Everybody whom the bank names: all are looked up. */
export const sendersOf = ({ sender_name, ultimate_sender, also_named }: Names): Subject[] =>
  [sender_name, ultimate_sender, ...also_named].map((name) => ({ kind: 'party', name }))

/** Whom each entry names besides but its own customer, who is looked up as a customer. */
export async function strangersIn(
  tx: Tx,
  entries: readonly (Pick<Names, 'also_named'> & { match: Match | undefined })[],
): Promise<string[][]> {
  if (entries.every(({ also_named }) => also_named.length === 0)) return entries.map(() => [])
  const owners = await findOwners(
    tx,
    entries.map(({ match }) => match),
  )
  return entries.map(({ also_named }, at) => {
    const owner = owners[at]
    const own = owner ? namesOf(customerNames(owner)) : []
    return also_named.filter((name) => !own.some((item) => isSameName(item, name)))
  })
}

type Parts = Pick<Deps, 'db' | 'screening' | 'ids' | 'wake' | 'log'>

const everyMs = 1_000
const batchMax = 200

/**
 * Looks up whom a further message of a payment names, such as the statement after a notice without the
 * ultimate debtor. Its money is credited by then: what waits is held, and of the rest the operator decides.
 */
export const laterNames = (deps: Parts): LoopJob =>
  leaderLoop({
    name: 'later names',
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const due = await deps.db.readingAll((tx) => findRenamed(tx, batchMax))
      const senders = await lookUpSenders(deps, due.flatMap(sendersOf))
      let isEach = true
      for (const named of due)
        await deps.db
          .asWorker((tx) => takeNames(tx, deps, named, senders))
          .catch((error: unknown) => {
            isEach = false
            deps.log.error({ err: error, entry: named.entry_id }, 'later names are tried again')
          })
      if (due.length > 0) deps.wake.notify('events')
      if (!isEach) return { againInMs: everyMs }
      return due.length < batchMax ? undefined : { againInMs: 0 }
    },
  })

async function takeNames(tx: Tx, deps: Parts, named: Renamed, senders: Senders): Promise<void> {
  if (!(await lockRenamed(tx, named.entry_id))) return
  const before = await lockDeposit(tx, named.partner_id, named.subject_id)
  if (!before) return
  const match = {
    partnerId: before.partner_id,
    ...(before.transfer_id && { transferId: before.transfer_id }),
    ...(before.funding_account_id && { fundingAccountId: before.funding_account_id }),
  }
  const [others = []] = await strangersIn(tx, [{ also_named: named.also_named, match }])
  await keepNames(tx, named)
  const ultimate = named.ultimate_sender
  const deposit = await nameSenders(tx, before, {
    ...(ultimate === '' ? {} : { ultimateName: ultimate }),
    ...(others.length === 0 ? {} : { others }),
  })
  if (!deposit || !isListed(deposit, senders)) return
  deps.log.warn({ entry: named.entry_id }, 'a further message of a payment names somebody listed')
  const { held_reason: reason } = deposit
  if (isWaiting(deposit) && reason !== '' && reason !== 'COMPLIANCE') {
    const why = await heldFor(tx, deps, deposit, { reason, senders })
    await recordDeposit(tx, deposit, {
      moves: [],
      also: { ...why, held_limit: deposit.held_limit },
      publish: [{ type: 'action_required', status: 'held' }],
    })
    return
  }
  const found = sendersIn(senders, senderSubjects(deposit))
  if (found) await keepAsCase(tx, deps, depositContext(deposit), found)
}

/** In suspense, with no transfer that is looked at by itself. */
const isWaiting = ({ status, held_reason }: DepositRow): boolean =>
  status === 'HELD' && held_reason !== 'TRANSFER_IN_REVIEW'
