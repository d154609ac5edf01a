import { findFundingOfAny } from '../modules/accounts/funding/store.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { debitKinds } from '@corridor/banks'
import { formatId, parseId, toText } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import { recordAudit } from '../records/audit/audit.ts'
import { isHeld } from '../modules/deposits/bank-suspense.ts'
import { assignEntry, findEntry, lockUnmatched } from '../modules/deposits/bank-suspense-store.ts'
import { byOperator, onSite, reason, Refused, textOption } from './base/command.ts'
import type { Site } from './base/site.ts'
import { listUnmatched } from '../modules/intake/bank-store.ts'
import { bankExport, bankFiles, bankImport } from './bank-files.ts'
import {
  bankBreaks,
  bankBreaksResolve,
  bankSetAside,
  bankSetAsideBook,
  bankSetAsideDismiss,
  bankSettle,
} from './bank-lines.ts'
import {
  bankMessage,
  bankPayments,
  bankPaymentsJoin,
  bankPaymentsPart,
  bankTry,
} from './bank-payments.ts'
import { bankCalendars, bankProfile } from './treasury/bank-profile.ts'
import { bankAttention, bankSettleStatus, bankStatuses } from './bank-statuses.ts'

const listedMax = 1_000

export const bankCommands = {
  'bank unmatched': onSite({
    summary: 'list unassigned incoming payments, oldest first',
    options: {},
    run: ({ db }) =>
      db.asWorker(async (tx) => {
        const rows = await listUnmatched(tx, listedMax)
        return rows.map((row) => ({
          entryId: row.entry_id,
          bank: row.bank,
          kind: row.kind,
          amount: toText(row.amount, row.scale),
          currency: row.currency,
          account: { country: row.country_code, number: row.account_number },
          sender: { name: row.sender_name, account: row.sender_account },
          reference: row.reference,
          payoutReference: row.payout_reference,
          problem: row.problem,
          bookedAt: row.booked_at.toISOString(),
        }))
      }),
  }),
  'bank assign': onSite({
    summary:
      'assign an unassigned incoming payment to the funding account of a customer, where it becomes a deposit',
    options: {
      entry: textOption('<entryId>', 'as `bank unmatched` lists it'),
      funding: textOption('<fundingAccountId>', 'whose it is'),
      reason: reason('reason, for the audit log').default(''),
    },
    run: async (site, { entry: entryId, funding: fundingAccountId, reason: why }) => {
      await site.db.asWorker((tx) => assign(tx, { entryId, fundingAccountId, reason: why }))
      site.published()
      site.wake.notify('bank')
      return { entryId, fundingAccountId, ...(await takenIn(site, entryId)) }
    },
  }),
  'bank import': bankImport,
  'bank export': bankExport,
  'payouts export': bankExport,
  'bank files': bankFiles,
  'bank try': bankTry,
  'bank message': bankMessage,
  'bank payments': bankPayments,
  'bank payments join': bankPaymentsJoin,
  'bank payments part': bankPaymentsPart,
  'bank breaks': bankBreaks,
  'bank breaks resolve': bankBreaksResolve,
  'bank set-aside': bankSetAside,
  'bank set-aside book': bankSetAsideBook,
  'bank set-aside dismiss': bankSetAsideDismiss,
  'bank settle': bankSettle,
  'bank profile': bankProfile,
  'bank calendars': bankCalendars,
  'bank statuses': bankStatuses,
  'bank attention': bankAttention,
  'bank settle-status': bankSettleStatus,
}

type Assignment = { entryId: string; fundingAccountId: string; reason: string }

async function assign(tx: Tx, assigned: Assignment): Promise<void> {
  const { entryId, fundingAccountId } = assigned
  const entry = await lockUnmatched(tx, entryId)
  if (!entry) throw new Refused(`No unassigned entry has the id ${entryId}.`)
  if (debitKinds.some((kind) => kind === entry.kind))
    throw new Refused('The bank took this money: it is nobody’s deposit. Use `bank settle`.')
  if (entry.kind === 'RETURN' && !(await isHeld(tx, entry)))
    throw new Refused('This payment had failed: its money was given back, and is no other money.')
  const id = parseId('fund', fundingAccountId)
  const funding = id && (await findFundingOfAny(tx, id))
  if (!funding) throw new Refused(`No funding account has the id ${fundingAccountId}.`)
  const { currency = '' } = (funding.deposit_info ?? {}) as { currency?: string }
  if (currency !== entry.currency)
    throw new Refused(`The account takes ${currency || 'nothing yet'}; this is ${entry.currency}.`)
  const { partner_id: partnerId, id: fundingId } = funding
  await assignEntry(tx, entryId, { partnerId, fundingId })
  const { amount, scale } = entry
  await recordAudit(tx, byOperator(partnerId), {
    action: 'bank_entry.assign',
    object: { kind: 'bank_entry', id: entryId },
    after: { fundingAccountId, amount: toText(amount, scale), currency },
    reason: assigned.reason,
  })
}

/** A server that runs takes it in at once; without one it waits for its start. */
const waitMsMax = 3_000
const lookMs = 50

async function takenIn({ db }: Site, entryId: string) {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const entry = await db.asWorker((tx) => findEntry(tx, entryId))
    const { state, subject_id: depositId } = entry
    if (state !== 'NEW' || waitedMs >= waitMsMax)
      return { state, depositId: depositId === null ? null : formatId('dep', depositId) }
    await sleep(lookMs)
  }
}
