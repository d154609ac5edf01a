import type { Tx } from '../db/open.ts'
import type { Deps, StatementSource } from '../deps.ts'
import { bankFailureCode } from '../modules/transfers/bank-payout.ts'
import { matchLanding } from '../modules/transfers/bank-matching.ts'
import { holdUnmatched, releaseUnmatched } from '../modules/transfers/bank-suspense.ts'
import { receiveDeposit, receiveReturn } from '../modules/transfers/ordinary-receive.ts'
import * as store from './bank-store.ts'
import type { TransferKey } from './dispatcher.ts'

export type FeedParts = Pick<
  Deps,
  'db' | 'bank' | 'statements' | 'chains' | 'jobs' | 'log' | 'faults' | 'ids' | 'jurisdictions' | 'wake'
>

const pageSize = 100
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads on in every statement and keeps what is new; page and cursor are one transaction. False where
 * a bank does not answer.
 */
export async function readFeed(deps: FeedParts): Promise<boolean> {
  let isAnswering = true
  for (const source of deps.statements)
    if (!(await readStatement(deps, source))) isAnswering = false
  return isAnswering
}

async function readStatement({ db, faults }: FeedParts, source: StatementSource): Promise<boolean> {
  for (;;) {
    const from = await db.asWorker((tx) => store.readPosition(tx, source.name))
    const page = await source.entries(from, pageSize)
    if (!page.ok) return false
    const last = page.value.at(-1)
    if (!last) return true
    await faults.reach('bank_feed', 'after_effect')
    await db.asWorker(async (tx) => {
      await store.keepEntries(tx, source.name, page.value)
      await store.movePosition(tx, source.name, from, last.position)
      await faults.reach('bank_feed', 'before_commit')
    })
    await faults.reach('bank_feed', 'after_commit')
    if (page.value.length < pageSize || last.position === from) return true
  }
}

/** Takes in what is due, each entry by itself; gives how many there were. */
export async function takeInDue(deps: FeedParts, limit: number): Promise<number> {
  const due = await deps.db.asWorker((tx) => store.findDueEntries(tx, limit))
  for (const { entry_id } of due) await takeIn(deps, entry_id)
  return due.length
}

/** Takes in one entry, once; what cannot be taken in now stays for later and holds up nobody. */
export async function takeIn(deps: FeedParts, entryId: string): Promise<void> {
  try {
    const woken = await deps.db.asWorker(async (tx) => {
      const entry = await store.lockNewEntry(tx, entryId)
      if (!entry) return undefined
      const isCredit = entry.kind === 'CREDIT' || entry.assigned_funding_id !== null
      const key = isCredit ? await credit(tx, entry) : await bringBack(tx, entry)
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

  async function credit(tx: Tx, entry: store.EntryRow): Promise<TransferKey | undefined> {
    const match = await matchLanding(tx, deps, entry)
    if (!match) return unmatched(tx, entry, 'No transfer and no customer is named.')
    if (entry.assigned_funding_id !== null) await releaseUnmatched(tx, entry)
    const deposit = await tx
      .insertInto('deposit')
      .values(depositOf(deps, entry, match))
      .returningAll()
      .executeTakeFirstOrThrow()
    const { partner_id: partnerId, id: subjectId } = deposit
    await store.endEntry(tx, entry.entry_id, { state: 'DEPOSIT', partnerId, subjectId })
    return receiveDeposit(tx, deps, deposit)
  }

  async function bringBack(tx: Tx, entry: store.EntryRow): Promise<TransferKey | undefined> {
    const payout = await findPayout(tx, entry.payout_reference)
    if (!payout) return unmatched(tx, entry, 'No payment has this reference.')
    if (payout.status === 'CREATED' || payout.status === 'SUBMITTED') {
      // The bank confirmed it before it sent it back; we have not asked yet.
      await store.postponeEntry(tx, entry.entry_id, 'The payment is not confirmed yet.')
      return { partnerId: payout.partner_id, transferId: payout.transfer_id }
    }
    if (payout.status !== 'CONFIRMED') {
      const problem = `The payment is ${payout.status} already.`
      return unmatched(tx, entry, problem, payout.status === 'FAILED')
    }
    if (payout.amount !== entry.amount || payout.currency !== entry.currency)
      return unmatched(tx, entry, 'Another amount came back than was paid.')
    await store.endEntry(tx, entry.entry_id, {
      state: 'RETURN',
      partnerId: payout.partner_id,
      subjectId: payout.id,
    })
    const returned = { payoutId: payout.id, entryId: entry.entry_id }
    return receiveReturn(tx, deps, { ...returned, code: bankFailureCode(entry.code) })
  }

  /** Where we have the money in our books already, as not paid, there is nothing to keep apart. */
  async function unmatched(tx: Tx, entry: store.EntryRow, problem: string, isOurs = false) {
    const { entry_id } = entry
    if (!isOurs) await holdUnmatched(tx, entry)
    deps.log.warn({ entryId: entry_id, problem }, 'an entry of the bank belongs to nobody')
    await store.endEntry(tx, entry_id, { state: 'UNMATCHED', problem })
    return undefined
  }
}

type Matched = NonNullable<Awaited<ReturnType<typeof matchLanding>>>

function depositOf({ ids, jurisdictions }: FeedParts, entry: store.EntryRow, match: Matched) {
  const { country_code } = entry
  const place = jurisdictions.all.find(({ countryCode }) => countryCode === country_code)
  const sender = {
    name: entry.sender_name,
    account: entry.sender_account,
    walletAddress: '',
    reference: entry.reference,
  }
  return {
    partner_id: match.partnerId,
    id: ids.uuid(),
    source: 'BANK' as const,
    status: 'RECEIVED' as const,
    transfer_id: match.transferId ?? null,
    funding_account_id: match.fundingAccountId ?? null,
    jurisdiction_id: place?.id ?? '',
    currency: entry.currency,
    scale: entry.scale,
    amount: entry.amount,
    sender: JSON.stringify(sender),
    bank_entry: entry.entry_id,
    received_at: entry.read_at,
    updated_at: entry.read_at,
    version: 1,
  }
}

/** Locked, so that two returns of one payment come one after the other. */
async function findPayout(tx: Tx, reference: string) {
  if (!uuidPattern.test(reference)) return undefined
  return tx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}
