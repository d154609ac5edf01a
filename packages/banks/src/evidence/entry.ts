import { canonicalAccount, isIban, plainNumber } from '../accounts/forms.ts'
import { type HabitsOf, zoneOf } from '../accounts/habits.ts'
import { type OperatorAccount, operatorAccountFor } from '../accounts/operator-accounts.ts'
import { startOfDay } from '../values/dates.ts'
import { referenceOf } from '../values/ids.ts'
import { returnCode } from '../values/reasons.ts'
import type { EntryKind, NewEntry } from '../port/bank.ts'
import type { Evidence } from './evidence.ts'
import { valueOf } from './facts.ts'

/** The payout that evidence names by an id in our form; '' where it names none. */
export const payoutNamedBy = ({ ids }: Evidence): string =>
  referenceOf(ids.endToEndId) || referenceOf(ids.instructionId)

/** A payment file of ours, or one of its batches, that a single debit pays. */
export type PaidBatch = { messageId: string; batchId: string }

/** The batch of ours that a debit of several payments names; undefined where it names none. */
export function batchNamedBy({ kind, direction, ids }: Evidence): PaidBatch | undefined {
  if (kind !== 'BATCH' || direction !== 'DEBIT') return undefined
  // A batch of ours is called by its file and a number.
  const messageId = ids.batchMessageId || ids.batchId.replace(/-\d+$/, '')
  return messageId === '' ? undefined : { messageId, batchId: ids.batchId }
}

export type EntryParts = {
  accounts: readonly OperatorAccount[]
  /** The payout that it names was ordered by the service. */
  isOurs: boolean
  habitsOf?: HabitsOf
}

/** What a payment is that evidence is the first of, where it is none of the service's own payouts. */
export function entryOf(
  evidence: Evidence,
  entryId: string,
  { accounts, isOurs, habitsOf }: EntryParts,
): NewEntry {
  const { account, currency, minor, scale, payer, payee, moment } = evidence
  const kind = kindOf(evidence, isOurs)
  const isReturn = kind === 'RETURN'
  const isNameless = payer.name === '' && payer.account === ''
  const sender = isReturn && isNameless ? payee : payer
  const landed = kind === 'CREDIT' || kind === 'REVERSAL' ? landedOn(evidence, accounts) : account
  return {
    entryId,
    kind,
    countryCode: landed.countryCode,
    routingNumber: landed.routingNumber,
    accountNumber: landed.accountNumber,
    currency,
    minor,
    scale,
    sender: { ...sender, ...alsoNamed(evidence) },
    reference: referenceTextOf(evidence),
    payoutReference: isReturn && isOurs ? payoutNamedBy(evidence) : '',
    code: isReturn ? returnCode(evidence.reason) : '',
    bookedOn: evidence.bookedOn,
    bookedFrom: moment ?? startOfDay(evidence.bookedOn, zoneOf(account, habitsOf)),
    moment,
    batchId: '',
  }
}

/**
 * A payment that is not credited yet, with what a further message has of it: who sent it, what was
 * written, where it landed. What that message does not have stays.
 */
export function refreshed(before: NewEntry, later: NewEntry, hasAccount: boolean): NewEntry {
  const { countryCode, routingNumber, accountNumber } = hasAccount ? later : before
  const isPlain = later.kind === 'CREDIT' || later.kind === 'DEBIT'
  const others = [...(before.sender.others ?? []), ...(later.sender.others ?? [])]
  return {
    ...before,
    kind: isPlain ? before.kind : later.kind,
    countryCode,
    routingNumber,
    accountNumber,
    sender: {
      ...before.sender,
      ...later.sender,
      name: later.sender.name || before.sender.name,
      account: later.sender.account || before.sender.account,
      ...(others.length === 0 ? {} : { others: [...new Set(others)] }),
    },
    reference: later.reference || before.reference,
    payoutReference: later.payoutReference || before.payoutReference,
    code: later.code || before.code,
  }
}

/** Who else a message names: for whom the payer pays; whom it is for, and the banks on its way. */
function alsoNamed({ payee, ultimatePayer, ultimatePayee, institutions = [] }: Evidence) {
  const others = [payee.name, ultimatePayee, ...institutions.map(({ name }) => name)]
  const named = [...new Set(others)].filter((name) => name !== '')
  return {
    ...(ultimatePayer === '' ? {} : { ultimate: ultimatePayer }),
    ...(named.length === 0 ? {} : { others: named }),
  }
}

function kindOf({ direction, kind }: Evidence, isOurs: boolean): EntryKind {
  if (direction === 'DEBIT') return kind === 'CHARGE' || kind === 'REVERSAL' ? kind : 'DEBIT'
  if (kind === 'BATCH') return 'BATCH'
  // A payer may use an id of our form: only what the service ordered came back.
  return kind === 'RETURN' || kind === 'REVERSAL' || isOurs ? 'RETURN' : 'CREDIT'
}

/** More of it no bank carries, and no reference is further back. */
const referenceMax = 1_000

/** All that the payer wrote, with its own id of the payment. */
const referenceTextOf = ({ text, ids: { endToEndId } }: Evidence): string =>
  [...new Set([text, valueOf(endToEndId) === '' ? '' : endToEndId])]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, referenceMax)

type Landed = Pick<OperatorAccount, 'countryCode' | 'routingNumber' | 'accountNumber'>

/**
 * Where a payment landed: on the payee's own account where the message has one, which may be a virtual
 * account, else on the account of the message; in the form in which payers were shown it.
 */
export function landedOn(
  { account, payee, payeeBank, currency }: Evidence,
  accounts: readonly OperatorAccount[],
): Landed {
  const number = plainNumber(payee.account)
  if (number === '') return account
  const countryCode = isIban(number) ? number.slice(0, 2) : account.countryCode
  const own = operatorAccountFor(accounts, { countryCode, currency })
  const landed = canonicalAccount(countryCode, { number, agent: payeeBank })
  // Accounts may lie at several branches; what is in another form than ours is not one of them.
  const isForm = own === undefined || landed.routingNumber.length === own.routingNumber.length
  const routingNumber = isForm && landed.routingNumber !== '' ? landed.routingNumber : ''
  return {
    countryCode,
    routingNumber:
      isIban(number) && isIban(landed.accountNumber)
        ? (own?.routingNumber ?? routingNumber)
        : routingNumber || (own?.routingNumber ?? account.routingNumber),
    accountNumber: landed.accountNumber,
  }
}
