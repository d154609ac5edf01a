import { ledgerAccount, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

/** An entry of a bank's statement; `country` is that of the account it is about. */
type EntrySum = Sum & { country: string; entryId: string }

const bankOf = (entry: EntrySum) => placeAccount({ kind: 'BANK', country: entry.country }, entry)
const suspenseOf = (entry: EntrySum) => ledgerAccount('bank_suspense', entry, entry.entryId)

/** Money came in without an owner: the service has it at its bank, and owes it. */
export const unmatchedLegs = (entry: EntrySum): Leg[] =>
  leg('unmatched', entry, bankOf(entry), suspenseOf(entry))

/** Its owner became known, in whose books it arrives; so it leaves the service's own. */
export const assignedLegs = (entry: EntrySum): Leg[] =>
  leg('assigned', entry, suspenseOf(entry), bankOf(entry))

/** What a bank took for its work. */
export const chargeLegs = (entry: EntrySum): Leg[] =>
  leg('bank_charge', entry, ledgerAccount('bank_charges', entry), bankOf(entry))

/** The service paid a small amount to an account so that its owner could prove it. */
export const proofLegs = (payment: Sum & { country: string }): Leg[] =>
  leg(
    'proof_payment',
    payment,
    ledgerAccount('proof_expense', payment),
    placeAccount({ kind: 'BANK', country: payment.country }, payment),
  )

/** It came back, without what a bank kept of it. */
export const proofReturnLegs = (payment: Sum & { country: string }): Leg[] =>
  leg(
    'proof_returned',
    payment,
    placeAccount({ kind: 'BANK', country: payment.country }, payment),
    ledgerAccount('proof_expense', payment),
  )

/** A bank took back what it had credited, and the money is not held any more: its payer owes it. */
export const reversalLegs = (entry: EntrySum): Leg[] =>
  leg(
    'credit_reversed',
    entry,
    ledgerAccount('reversal_receivable', entry, entry.entryId),
    bankOf(entry),
  )

/** The same where it is still held: for a transfer, or as a deposit that pays none (UUIDs). */
export const heldReversalLegs = (
  entry: EntrySum,
  held: { kind: 'transfer_clearing' | 'suspense'; id: string },
): Leg[] => leg('credit_reversed', entry, ledgerAccount(held.kind, entry, held.id), bankOf(entry))

/** What was owed for it is taken from its transfer (UUID), whose payout was never sent. */
export const settledReversalLegs = (sum: Sum & { entryId: string }, transferId: string): Leg[] =>
  leg(
    'credit_reversal_settled',
    sum,
    ledgerAccount('transfer_clearing', sum, transferId),
    ledgerAccount('reversal_receivable', sum, sum.entryId),
  )

/** The same of money that nobody owned. */
export const unownedReversalLegs = (entry: EntrySum, creditEntryId: string): Leg[] =>
  leg('credit_reversed', entry, ledgerAccount('bank_suspense', entry, creditEntryId), bankOf(entry))

/** At most a tenth of a payment that came back may be missing as a bank's charge. */
const chargeShareMax = 10n

/** What a bank kept of a payment that it sent back; nothing where that is no charge. */
export function returnCharge(paid: bigint, cameBack: bigint): bigint | undefined {
  const missing = paid - cameBack
  return missing >= 0n && cameBack > 0n && missing * chargeShareMax <= paid ? missing : undefined
}
