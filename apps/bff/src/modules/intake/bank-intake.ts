import { takeProofReturn } from '../accounts/proof/returned.ts'
import { returnCharge } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { inBatch } from '../../db/batch.ts'
import type { Deps } from '../../ports/deps.ts'
import { bankFailureCode } from '../transfers/payouts/bank-payout.ts'
import { type Match, matchLanding, matchLandings } from '../deposits/bank-matching.ts'
import { holdUnmatched, releaseUnmatched } from '../deposits/bank-suspense.ts'
import { receiveReturn } from '../transfers/funding/receive.ts'
import { insertBankDeposits, isAnyOverLimit } from '../../records/deposits/store.ts'
import { lockPayout } from '../../records/transfers/payout-store.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import { payoutsIn } from '../deposits/bank-reference.ts'
import * as store from './bank-store.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { lookUpSenders, type Senders } from '../screening/senders.ts'
import { namingQuotes, takeRepayment } from './bank-repayments.ts'
import { takeCharge, takeReversal } from './bank-debits.ts'
import { receiveDeposit } from './receive-deposit.ts'
import { sendersOf, strangersIn } from './statements/names.ts'

export type IntakeParts = Pick<
  Deps,
  | 'db'
  | 'chains'
  | 'jobs'
  | 'log'
  | 'faults'
  | 'ids'
  | 'config'
  | 'jurisdictions'
  | 'kek'
  | 'rates'
  | 'screening'
  | 'wake'
  | 'realTime'
>

/** So many are taken in by one transaction. */
const batchMax = 200

/**
 * Takes in what is due, in the order of booking: incoming money in batches, returns one at a time.
 * Returns how many there were.
 */
export async function takeInDue(deps: IntakeParts, limit: number): Promise<number> {
  const due = await find(deps, (tx) => store.findDueEntries(tx, limit))
  await takeInOrder(deps, due)
  return due.entries.length
}

/** Takes in these entries, whether or not they are due; those that others are taking in are waited for. */
export async function takeInThese(deps: IntakeParts, entryIds: readonly string[]): Promise<void> {
  const found = await find(deps, (tx) => store.findNewEntries(tx, entryIds))
  if (await takeInOrder(deps, found)) return
  const left = await deps.db.readingAll((tx) => store.findNewEntries(tx, entryIds))
  for (const { entry_id: entryId } of left) await takeIn(deps, entryId)
}

/** `repaying`: those that name a replenish quote, which are taken in one by one. */
type Found = { entries: readonly store.DueEntry[]; repaying: ReadonlyMap<string, string> }

const find = ({ db }: IntakeParts, entriesOf: (tx: Tx) => Promise<store.DueEntry[]>) =>
  db.asWorker(async (tx) => {
    const entries = await entriesOf(tx)
    return { entries, repaying: await namingQuotes(tx, entries) }
  })

/** False where others are taking in some of them. */
async function takeInOrder(deps: IntakeParts, { entries, repaying }: Found): Promise<boolean> {
  let isAll = true
  let credits: store.DueEntry[] = []
  for (const entry of entries) {
    const isPaid = isCredit(entry) && !isApart(entry) && !repaying.has(entry.entry_id)
    if (isPaid) credits.push(entry)
    if (isPaid && credits.length < batchMax) continue
    isAll = (await takeInMany(deps, credits)) && isAll
    credits = []
    if (isPaid) continue
    await takeIn(deps, entry.entry_id)
  }
  return (await takeInMany(deps, credits)) && isAll
}

/** An unmatched return may be assigned to a customer, too: then it is incoming money. */
const isCredit = ({ kind, assigned_funding_id }: store.DueEntry): boolean =>
  kind === 'CREDIT' || assigned_funding_id !== null

/** It leaves suspense, its own or that of the batch that it is a part of. */
const isApart = ({ batch_id, was_unmatched }: store.DueEntry): boolean =>
  was_unmatched || batch_id !== ''

/**
 * All of them in one transaction; where one of them fails it, each in its own. False where others are
 * taking in some of them.
 */
async function takeInMany(deps: IntakeParts, due: readonly store.DueEntry[]): Promise<boolean> {
  if (due.length === 0) return true
  const entryIds = due.map(({ entry_id }) => entry_id)
  const senders = await lookUpSenders(deps, due.flatMap(sendersOf))
  try {
    const taken = await deps.db.asWorker(async (tx) => {
      const entries = await store.lockNewEntries(tx, entryIds)
      const keys = await receiveAll(tx, { ...deps, senders }, entries)
      await reachEach(deps, entries.length, 'before_commit')
      return { keys, count: entries.length }
    })
    await reachEach(deps, taken.count, 'after_commit')
    if (taken.count > 0) deps.wake.notify('events')
    for (const key of taken.keys) deps.jobs.runNow(key)
    return taken.count === due.length
  } catch (error) {
    deps.log.warn({ err: error, entries: due.length }, 'entries of the bank are taken one by one')
    for (const entryId of entryIds) await takeIn(deps, entryId)
    return true
  }
}

/** All of them stand at the same point. */
async function reachEach(
  { faults }: IntakeParts,
  count: number,
  moment: 'before_commit' | 'after_commit',
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () => Promise.resolve(faults.reach('bank_entry', moment))),
  )
}

/** With what the lists say of the senders. */
type Informed = IntakeParts & { senders: Senders }

type Entry = store.EntryRow & { match: Match | undefined }

/**
 * Receives entries in their order. Whose money one is may follow from what those before it did to a
 * transfer: it is then asked again after these.
 */
async function receiveAll(tx: Tx, deps: Informed, entries: readonly store.EntryRow[]) {
  const keys: TransferKey[] = []
  let rest = entries
  while (rest.length > 0) {
    const matchings = await matchLandings(tx, deps, rest)
    const touched = new Set<string>()
    const clear: Entry[] = []
    for (const [at, entry] of rest.entries()) {
      const { match, among } = matchings[at] ?? { match: undefined, among: [] }
      if (among.some((id) => touched.has(id))) break
      if (match?.transferId !== undefined) touched.add(match.transferId)
      clear.push({ ...entry, match })
    }
    keys.push(...(await receiveClear(tx, deps, clear)))
    rest = rest.slice(clear.length)
  }
  return keys
}

/** No two of them are about one transfer. */
async function receiveClear(tx: Tx, deps: Informed, entries: readonly Entry[]) {
  const deposits = await land(tx, deps, entries)
  const woken = await inBatch(tx, entries, (batchTx, entry) =>
    receive(batchTx, deps, entry, deposits.get(entry.entry_id)),
  )
  // A limit counts what those before it took and did not hold; here it counted all of them.
  if (deposits.size > 1 && (await isAnyOverLimit(tx, [...deposits.values()])))
    throw new Error('what is left of a limit is to be counted one by one')
  return woken.flatMap((key) => key ?? [])
}

/** The deposits, RECEIVED, that entries become whose owner is known; by the entry's id. */
async function land(
  tx: Tx,
  deps: Informed,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, DepositRow>> {
  const others = await strangersIn(tx, entries)
  const rows = entries.flatMap((entry, at) =>
    entry.match ? [depositOf(deps, entry, entry.match, others[at] ?? [])] : [],
  )
  if (rows.length === 0) return new Map()
  const deposits = await insertBankDeposits(tx, rows)
  await store.endAsDeposits(tx, rows)
  return new Map(deposits.map((deposit) => [deposit.bank_entry ?? '', deposit]))
}

/**
 * Takes in one entry, once; what cannot be taken in now stays for later and blocks no other entry.
 */
export async function takeIn(deps: IntakeParts, entryId: string): Promise<void> {
  try {
    const seen = await deps.db.readingAll((tx) => store.findNewEntry(tx, entryId))
    if (!seen) return
    const senders = await lookUpSenders(deps, sendersOf(seen))
    const woken = await deps.db.asWorker(async (tx) => {
      const entry = await store.lockNewEntry(tx, entryId)
      if (!entry) return undefined
      const key = await takeOne(tx, { ...deps, senders }, entry)
      await deps.faults.reach('bank_entry', 'before_commit')
      return { key }
    })
    if (!woken) return
    await deps.faults.reach('bank_entry', 'after_commit')
    deps.wake.notify('events')
    if (woken.key) deps.jobs.runNow(woken.key)
  } catch (error) {
    deps.log.error({ err: error, entryId }, 'an entry of the bank could not be taken in')
    const problem = error instanceof Error ? error.message : String(error)
    await deps.db.asWorker((tx) => store.postponeEntry(tx, entryId, problem))
  }
}

function takeOne(tx: Tx, deps: Informed, entry: store.EntryRow): Promise<TransferKey | undefined> {
  if (isCredit(entry)) return credit(tx, deps, entry)
  switch (entry.kind) {
    case 'CHARGE':
      return takeCharge(tx, entry)
    case 'REVERSAL':
      return takeReversal(tx, deps, entry)
    case 'DEBIT':
      return unmatched(tx, deps, entry, 'No payment of the service is named.')
    case 'BATCH':
      return unmatched(tx, deps, entry, 'The payments of this entry are not listed.')
    default:
      return bringBack(tx, deps, entry)
  }
}

async function credit(tx: Tx, deps: Informed, entry: store.EntryRow) {
  if (entry.batch_id !== '' && !(await leaveBatch(tx, deps, entry))) return undefined
  if (await takeRepayment(tx, deps, entry)) return undefined
  const matched = { ...entry, match: await matchLanding(tx, deps, entry) }
  const deposits = await land(tx, deps, [matched])
  return receive(tx, deps, matched, deposits.get(entry.entry_id))
}

/**
 * The money of a batch is in suspense until its payments are listed. False where a person has assigned
 * the batch as a whole: its payments bring nothing more.
 */
async function leaveBatch(tx: Tx, { log }: IntakeParts, entry: store.EntryRow): Promise<boolean> {
  const batch = await store.lockBatch(tx, entry.batch_id)
  if (!batch) throw new Error(`the batch ${entry.batch_id} is not there`)
  if (batch.state === 'NEW') throw new Error('The batch is not taken in yet.')
  if (batch.state === 'UNMATCHED') {
    await releaseUnmatched(tx, batch)
    await store.endAsBooked(tx, batch.entry_id, '')
  }
  if (batch.state !== 'DEPOSIT') return true
  log.error(
    { alert: 'batch_assigned', entryId: entry.entry_id, batch: batch.entry_id },
    'a payment is listed of a batch that was assigned as a whole',
  )
  await store.endAsBooked(tx, entry.entry_id, batch.entry_id)
  return false
}

async function receive(tx: Tx, deps: Informed, entry: Entry, deposit: DepositRow | undefined) {
  if (!deposit) {
    const payout = await store.findPaidPayout(tx, payoutsIn(entry.reference))
    const problem = payout
      ? `Its text names the payout ${payout}: it may have come back.`
      : 'No transfer and no customer is named.'
    return unmatched(tx, deps, entry, problem, { payout })
  }
  if (entry.assigned_funding_id !== null || entry.was_unmatched) await releaseUnmatched(tx, entry)
  return receiveDeposit(tx, deps, deposit, deps.senders, [], entry.match)
}

async function bringBack(tx: Tx, deps: IntakeParts, entry: store.EntryRow) {
  const payout = await lockPayout(tx, entry.payout_reference)
  if (!payout) return bringProofBack(tx, deps, entry)
  if (payout.status === 'CREATED' || payout.status === 'SUBMITTED') {
    // The bank confirmed it before it sent it back; we have not asked yet.
    await store.postponeEntry(tx, entry.entry_id, 'The payment is not confirmed yet.')
    return { partnerId: payout.partner_id, transferId: payout.transfer_id }
  }
  if (payout.status !== 'CONFIRMED') {
    const problem = `The payment is ${payout.status} already.`
    return unmatched(tx, deps, entry, problem, { isOurs: payout.status === 'FAILED' })
  }
  const charge =
    payout.currency === entry.currency ? returnCharge(payout.amount, entry.amount) : undefined
  if (charge === undefined)
    return unmatched(tx, deps, entry, 'Another amount came back than was paid.')
  if (entry.was_unmatched) await releaseUnmatched(tx, entry)
  await store.endAsReturn(tx, entry.entry_id, payout)
  const returned = { payoutId: payout.id, entryId: entry.entry_id, charge }
  return receiveReturn(tx, deps, { ...returned, code: bankFailureCode(entry.code) })
}

/** A small payment that was to prove an account; its attempt ends. */
async function bringProofBack(
  tx: Tx,
  deps: IntakeParts,
  entry: store.EntryRow,
): Promise<undefined> {
  const { payout_reference: reference, currency, amount, country_code: country } = entry
  const taken = await takeProofReturn(tx, { reference, currency, amount, country })
  if (taken.outcome === 'NOT_OURS') return unmatched(tx, deps, entry, taken.problem)
  if (taken.outcome === 'EARLY')
    await store.postponeEntry(tx, entry.entry_id, 'The payment is not confirmed yet.')
  else {
    if (entry.was_unmatched) await releaseUnmatched(tx, entry)
    await store.endAsReturn(tx, entry.entry_id, taken.payment)
  }
  return undefined
}

/** Where we have the money in our books already, as not paid, there is nothing to keep apart. */
async function unmatched(
  tx: Tx,
  { log }: IntakeParts,
  entry: store.EntryRow,
  problem: string,
  { isOurs = false, payout = '' }: { isOurs?: boolean; payout?: string | undefined } = {},
): Promise<undefined> {
  log.warn({ entryId: entry.entry_id, problem }, 'an entry of the bank matches no account')
  await Promise.all([
    store.endUnmatched(tx, entry.entry_id, problem, payout),
    !isOurs && !entry.was_unmatched && holdUnmatched(tx, entry),
  ])
}

/**
 * The moment that the bank reports, else when it was read, but never in the future: price and
 * destination follow from it. What the operator assigned is received by then.
 */
const receivedAt = ({ booked_at, read_at, assigned_funding_id }: store.EntryRow): Date =>
  assigned_funding_id === null && booked_at < read_at ? booked_at : read_at

function depositOf(
  { ids, jurisdictions }: IntakeParts,
  entry: store.EntryRow,
  match: Match,
  others: readonly string[],
) {
  const { country_code } = entry
  const place = jurisdictions.all.find(({ countryCode }) => countryCode === country_code)
  const sender = {
    name: entry.sender_name,
    account: entry.sender_account,
    ...(entry.ultimate_sender === '' ? {} : { ultimateName: entry.ultimate_sender }),
    ...(others.length === 0 ? {} : { others }),
    walletAddress: '',
    reference: entry.reference,
  }
  return {
    partner_id: match.partnerId,
    id: ids.uuid(),
    transfer_id: match.transferId ?? null,
    funding_account_id: match.fundingAccountId ?? null,
    jurisdiction_id: place?.id ?? '',
    currency: entry.currency,
    scale: entry.scale,
    amount: entry.amount,
    sender: JSON.stringify(sender),
    bank_entry: entry.entry_id,
    received_at: receivedAt(entry),
    booked_from: entry.booked_from,
  }
}
