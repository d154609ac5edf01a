import type { LastStatus, PayoutInstruction, PayoutState, PostalAddress } from '@corridor/banks'
import {
  type ExecutionFailureCode,
  failureKinds,
  executionId,
  postalAddress,
  type TravelRule,
} from '@corridor/domain'
import { type Payee, readPayee } from './payee-store.ts'
import type { Tx } from '../../../db/open.ts'
import { orderKindOf, orderKinds } from '../../../records/transfers/payouts.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { Beneficiary } from '../../deposits/return-target.ts'
import { bankStatusOf, statusText } from './bank-status.ts'
import { namedPayee } from './named-payee.ts'
import type { PayoutRail } from './payout-rail.ts'
import type { Claim } from '../../../records/transfers/steps/store.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'bank' | 'kek' | 'jurisdictions' | 'wake'>

/** An instant payment is confirmed within this time; the watchdog reports what takes longer. */
const confirmedInSeconds = 60

/** The bank's word is waited for so long; later ones are looked after by the bank's watcher. */
const soonMs = 500

type Signal = { arrived: Promise<void>; end: () => void }

type Waiting = Extract<StepOutcome, { kind: 'waiting' }>
const noAnswer: Waiting = {
  kind: 'waiting',
  reason: 'The bank does not answer.',
  expectedInSeconds: 60,
}
const notConfirmed: Waiting = {
  kind: 'waiting',
  reason: 'Waiting for the bank to confirm the payment.',
  expectedInSeconds: confirmedInSeconds,
}

/**
 * A bank that is reached by files answers on its next banking day; its answer wakes the transfer.
 */
const answeredByFile: Waiting = {
  kind: 'waiting',
  reason: 'Waiting for the bank’s next file.',
  expectedInSeconds: 3 * 86_400,
  againInMs: 300_000,
}

/** The code that a bank gave, where it is one of ours. */
export const bankFailureCode = (code: string): ExecutionFailureCode =>
  Object.hasOwn(failureKinds, code) ? (code as ExecutionFailureCode) : 'BENEFICIARY_ACCOUNT_INVALID'

/**
 * Pays out by the bank. The order's id is the reference under which the bank pays once; the bank is
 * queried before the order is sent again, and without an answer it stays open.
 */
export function createBankPayout(deps: Parts): PayoutRail {
  const isByFiles = deps.config.BANK_RAIL === 'iso20022'
  const pending = isByFiles ? answeredByFile : notConfirmed
  const payees = new WeakMap<PayoutRow, Payee>()
  /** Claims that wait for the bank's word about their payment. */
  const waiting = new Map<string, () => void>()
  deps.bank.onUpdate?.((update) => {
    const resume = update.about === 'PAYOUT' ? waiting.get(update.reference) : undefined
    if (resume) resume()
    else deps.wake.notify('bank')
  })
  return { prepare, submit, confirm, isKnown: (payout) => isKnownAtBank(deps, payout) }

  async function prepare(tx: Tx, payout: PayoutRow, known?: Payee): Promise<void> {
    if (payout.account_id !== null) payees.set(payout, known ?? (await readPayee(tx, payout)))
  }

  async function submit(payout: PayoutRow, claim: Claim, isFresh = false): Promise<StepOutcome> {
    if (!isFresh) {
      const known = await deps.bank.payoutState(payout.id)
      if (!known.ok) return noAnswer
      if (known.value.status !== 'UNKNOWN') return submitted(known.value)
    }
    const taken = await send(payout, claim)
    if (!taken.ok) return noAnswer
    if (taken.value.status !== 'CONFIRMED') return submitted(taken.value)
    // An instant payment: its answer says all.
    const { confirmed: through } = orderKinds[orderKindOf(payout)]
    return { ...settled(taken.value), through }
  }

  async function confirm(payout: PayoutRow, claim: Claim): Promise<StepOutcome> {
    // Listened for before it is asked: what arrives in between is not missed.
    const signal = isByFiles ? undefined : signalOf(payout.id)
    const known = await latestState(payout.id, signal).finally(() => signal?.end())
    if (!known.ok) return noAnswer
    const state = known.value
    if (state.status === 'CONFIRMED') return settled(state)
    if (state.status === 'REJECTED') return refused(state)
    // It took the order and lost it: the identical one again is the same payment.
    if (state.status === 'UNKNOWN') {
      const taken = await send(payout, claim)
      return taken.ok ? pending : noAnswer
    }
    return state.last ? { ...pending, reason: statusText(state.last) } : pending
  }

  /** What the bank says of a payment, once more where it has ended meanwhile. */
  async function latestState(reference: string, signal: Signal | undefined) {
    const known = await deps.bank.payoutState(reference)
    if (!known.ok || known.value.status !== 'PENDING' || !signal) return known
    await signal.arrived
    return deps.bank.payoutState(reference)
  }

  function signalOf(reference: string): Signal {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, soonMs)
    waiting.set(reference, resolve)
    const end = () => {
      clearTimeout(timer)
      if (waiting.get(reference) === resolve) waiting.delete(reference)
    }
    return { arrived, end }
  }

  /** What goes back to a sender goes under the bank's own reference of what came. */
  async function send(payout: PayoutRow, claim: Claim) {
    const instruction = await instructionOf(payout, claim)
    const { entryId } = (payout.beneficiary ?? {}) as Partial<Beneficiary>
    return entryId === undefined
      ? deps.bank.submitPayout(instruction)
      : deps.bank.returnEntry({ ...instruction, entryId })
  }

  /** The same text whenever it is built: nothing in it changes while the payment is open. */
  async function instructionOf(payout: PayoutRow, claim: Claim): Promise<PayoutInstruction> {
    const isRefund = payout.step === 'refund_submitted'
    const { transfer } = claim
    return {
      reference: payout.id,
      uetr: payout.uetr,
      countryCode: deps.jurisdictions.byId(payout.jurisdiction_id)?.countryCode ?? '',
      rail: isRefund ? '' : transfer.rail_out,
      currency: payout.currency,
      minor: payout.amount,
      scale: payout.scale,
      beneficiary: await beneficiaryOf(payout),
      ...travelling(payout),
      remittance: isRefund ? `Refund ${executionId(transfer)}` : remittanceOf(claim),
    }
  }

  /** The account on record, or the payee that the order names. */
  async function beneficiaryOf(payout: PayoutRow): Promise<PayoutInstruction['beneficiary']> {
    const account = payout.beneficiary === null ? await accountOf(payout) : undefined
    return { ...namedPayee(deps.kek, payout, account), ...livingAt(payout) }
  }

  async function accountOf(payout: PayoutRow): Promise<Payee> {
    return payees.get(payout) ?? deps.db.groupCommit((tx) => readPayee(tx, payout))
  }
}

/** Whether the bank has taken an order; undefined while it does not answer. */
export async function isKnownAtBank({ bank }: Pick<Deps, 'bank'>, { id }: PayoutRow) {
  const known = await bank.payoutState(id)
  return known.ok ? known.value.status !== 'UNKNOWN' : undefined
}

/** Where who is paid lives, and a company's identifier, as the order was written. */
function livingAt({ travel_rule }: PayoutRow): { address?: PostalAddress; lei?: string } {
  const { postal, lei } = (travel_rule as TravelRule | null)?.beneficiary ?? {}
  return { ...(postal ? { address: postalAddress(postal) } : {}), ...(lei ? { lei } : {}) }
}

/** Whom we pay for, and what for. */
function travelling(payout: PayoutRow): Pick<PayoutInstruction, 'originator' | 'purpose'> {
  const rule = payout.travel_rule as TravelRule | null
  if (!rule || rule.originator.name === '') return {}
  const { name, country, address, postal, lei } = rule.originator
  return {
    originator: {
      name,
      country,
      address,
      ...(postal ? { postal: postalAddress(postal) } : {}),
      ...(lei ? { lei } : {}),
    },
    ...(rule.purposeCode === '' ? {} : { purpose: rule.purposeCode }),
  }
}

type Known<S extends PayoutState['status']> = Extract<PayoutState, { status: S }>

const settled = ({ bankReference, last }: Known<'CONFIRMED'>) => ({
  kind: 'done' as const,
  reference: bankReference,
  ...statusOf(last),
})

const refused = ({ code, isRetryable, last }: Known<'REJECTED'>): StepOutcome => ({
  kind: 'failed',
  code: bankFailureCode(code),
  isRetryable,
  ...statusOf(last),
})

const statusOf = (last: LastStatus | undefined) => (last ? { bankStatus: bankStatusOf(last) } : {})

function submitted(state: PayoutState): StepOutcome {
  if (state.status === 'REJECTED') return refused(state)
  return { kind: 'done', reference: state.status === 'UNKNOWN' ? '' : state.bankReference }
}

const remittanceOf = ({ transfer }: Claim): string =>
  transfer.reference === '' ? executionId(transfer) : transfer.reference
