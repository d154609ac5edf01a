import {
  bankRepaymentLegs,
  paymentArrivalLegs,
  replenishmentStates,
  fail,
  parseId,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { PaymentRow, ReplenishmentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import { lockFrameOfFee } from '../../../records/liquidity/frame-store.ts'
import { moveFrame } from '../../../records/liquidity/frames.ts'
import { type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import {
  insertPayment,
  orderOf,
  paidTo,
  type PaidTotal,
  setPayment,
  holdPayment,
  lockPayment,
} from '../../../records/liquidity/payment-store.ts'
import { publishUnmatched, paymentIdOf, publishHeld } from '../../../records/liquidity/payments.ts'
import { fulfilmentsOf } from '../../../records/liquidity/quote-store.ts'
import { lockAwaited, lockOfOrder } from '../../../records/liquidity/replenishment-store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { releasePayment } from '../../partners/claim-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import type { LookUp, ScreeningContext } from '../../screening/screen.ts'
import { type Senders, sendersIn } from '../../screening/senders.ts'
import { byService, ledgerAsset } from '../line/line.ts'
import { acceptByPayment, mayPay, paysFee } from './fee.ts'
import { repay } from './repay.ts'
import { keepAsCase } from '../../screening/cases.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { creditUnmatched } from '../../partners/unmatched-payments.ts'

export type ArrivalParts = FeeDeps & Pick<Deps, 'jurisdictions'>
type InformedParts = ArrivalParts & { senders: Senders }

/**
 * Takes what a final transaction paid to a partner's deposit wallet, once for each token: it is booked
 * in suspense, and used for what waits for it; a listed sender's is held. Its logs are kept before.
 * @throws where a sender was not looked up
 */
export async function takeChainPayment(
  tx: Tx,
  deps: InformedParts,
  of: { partnerId: string; chainId: string; hash: string },
): Promise<void> {
  const line = await lockLine(tx, of.partnerId)
  const totals = await paidTo(tx, {
    chainId: of.chainId,
    hash: of.hash,
    address: line.deposit_address,
  })
  for (const total of totals) {
    const token = deps.jurisdictions
      .onChain(of.chainId)
      .find(({ tokenAddress }) => tokenAddress.toLowerCase() === total.token)
    if (token) await takeTotal(tx, deps, line, { ...of, total, token })
  }
}

type Total = { chainId: string; hash: string; total: PaidTotal; token: TokenJurisdiction }

async function takeTotal(
  tx: Tx,
  deps: InformedParts,
  line: Line,
  { chainId, hash, total, token }: Total,
): Promise<void> {
  const { partner_id: partnerId } = line
  const sender = sendersIn(
    deps.senders,
    total.payers.map((address) => ({ kind: 'address', address })),
  )
  const payment = await insertPayment(tx, {
    partner_id: partnerId,
    id: deps.ids.uuid(),
    source: 'CHAIN',
    jurisdiction_id: token.id,
    currency: token.currency,
    scale: token.currencyScale,
    amount: total.amount,
    chain_id: chainId,
    hash,
    token: total.token,
    payer: total.payer,
    // No chain's clock brings it forward.
    received_at: total.block_time < line.at ? total.block_time : line.at,
  })
  if (!payment) return
  await postGroup(tx, {
    partnerId,
    transferId: payment.id,
    step: 'arrival',
    legs: paymentArrivalLegs({
      ...ledgerAsset(payment),
      amount: payment.amount,
      place: { kind: 'CHAIN', address: line.deposit_address },
      paymentId: payment.id,
    }),
  })
  if (!(await isHeld(tx, deps, payment, sender))) await matchPayment(tx, deps, line, payment)
}

export type BankArrival = {
  entryId: string
  reference: string
  country: string
  /** What the bank has, and what it comes to in the line's asset. */
  paid: { currency: string; scale: number; amount: bigint }
  amount: bigint
  receivedAt: Date
  /** What the lists say of who sent it; absent where nobody is named. */
  sender: LookUp | undefined
}

/** Takes a bank's entry whose reference names a replenish quote; a listed sender's is HELD. */
export async function takeBankPayment(
  tx: Tx,
  deps: ArrivalParts,
  line: Line,
  arrival: BankArrival,
): Promise<PaymentRow> {
  const { partner_id: partnerId } = line
  const payment = await insertPayment(tx, {
    partner_id: partnerId,
    id: deps.ids.uuid(),
    source: 'BANK',
    jurisdiction_id: line.jurisdiction_id,
    currency: line.currency,
    scale: line.scale,
    amount: arrival.amount,
    chain_id: line.chain_id,
    bank_entry: arrival.entryId,
    bank_reference: arrival.reference,
    received_at: arrival.receivedAt,
  })
  if (!payment) throw new Error(`the entry ${arrival.entryId} was taken in already`)
  const { currency: asset, scale, amount } = arrival.paid
  await postGroup(tx, {
    partnerId,
    transferId: payment.id,
    step: 'arrival',
    legs: bankRepaymentLegs({
      paid: { asset, scale, amount },
      place: { kind: 'BANK', country: arrival.country },
      got: { ...ledgerAsset(line), amount: arrival.amount },
      paymentId: payment.id,
    }),
  })
  const isListed = await isHeld(tx, deps, payment, arrival.sender)
  return isListed ? { ...payment, status: 'HELD' } : payment
}

/** Matches a payment in suspense with what waits for it; where nothing does, the partner is notified. */
export async function matchPayment(tx: Tx, deps: FeeDeps, line: Line, payment: PaymentRow) {
  const isUsed =
    (await forOrder(tx, deps, line, payment)) ||
    (await forFee(tx, deps, line, payment)) ||
    (await forAwaited(tx, deps, line, payment))
  if (!isUsed) await publishUnmatched(tx, payment)
}

/** The operational wallet has paid: each part of a batch gets its own amount. */
async function forOrder(tx: Tx, deps: FeeDeps, line: Line, payment: PaymentRow): Promise<boolean> {
  const order = await orderOf(tx, payment.chain_id, payment.hash)
  if (order === undefined || payment.currency !== line.currency) return false
  const waiting = (await lockOfOrder(tx, line.partner_id, order)).filter(
    ({ status }) => replenishmentStates[status].isBlocking,
  )
  if (waiting.length === 0) return false
  const sum = waiting.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== payment.amount) throw new Error(`the order ${order} paid another amount`)
  await setPayment(tx, payment, { status: 'REPAYMENT', subjectId: order })
  let held = line
  for (const replenishment of waiting)
    held = await repay(tx, deps, byService(line.partner_id), {
      line: held,
      replenishment,
      payment,
      received: replenishment.amount,
    })
  return true
}

/** A frame waits for this very transaction: it is accepted, or what was paid is wrong. */
async function forFee(tx: Tx, deps: FeeDeps, line: Line, payment: PaymentRow): Promise<boolean> {
  if (payment.hash === '') return false
  const frame = await lockFrameOfFee(tx, line.partner_id, payment.hash)
  if (!frame) return false
  const by = byService(line.partner_id)
  if (paysFee(payment, frame) && (await mayPay(tx, line, payment))) {
    await acceptByPayment(tx, deps, by, frame, payment)
    return true
  }
  // Another token of the same transaction may pay it; where none does, the check of fees rejects it.
  if (payment.currency !== frame.currency) return false
  await moveFrame(tx, by, frame, 'reject', { reason: 'FEE_TXN_MISMATCH', confirm_until: null })
  await releasePayment(tx, { chainId: frame.chain_id, hash: payment.hash, subjectId: frame.id })
  return false
}

/** A deposit is monitored that this one is: by a transaction that was stated, or by its amount. */
async function forAwaited(tx: Tx, deps: FeeDeps, line: Line, payment: PaymentRow) {
  if (payment.currency !== line.currency) return false
  const awaited = await lockAwaited(tx, line.partner_id)
  const replenishment = await awaitedBy(tx, awaited, payment)
  if (!replenishment) return false
  await repayWith(tx, deps, line, replenishment, payment)
  return true
}

/** A monitored deposit is here. Gives the line as it is then. */
export async function repayWith(
  tx: Tx,
  deps: FeeDeps,
  line: Line,
  replenishment: ReplenishmentRow,
  payment: PaymentRow,
): Promise<Line> {
  await setPayment(tx, payment, { status: 'REPAYMENT', subjectId: replenishment.id })
  return repay(tx, deps, byService(line.partner_id), {
    line,
    replenishment,
    payment,
    received: payment.amount,
  })
}

async function awaitedBy(tx: Tx, awaited: readonly ReplenishmentRow[], payment: PaymentRow) {
  if (awaited.length === 0) return undefined
  const stated = await fulfilmentsOf(
    tx,
    payment.partner_id,
    awaited.map(({ quote_id }) => quote_id),
  )
  const named =
    payment.hash === ''
      ? undefined
      : stated.find(({ reference_hash }) => reference_hash === payment.hash)
  if (named) return awaited.find(({ quote_id }) => quote_id === named.quote_id)
  return awaited.find(({ amount, received }) => amount - received === payment.amount)
}

const paymentContext = (payment: Pick<PaymentRow, 'partner_id' | 'id'>): ScreeningContext => ({
  partnerId: payment.partner_id,
  kind: 'payment',
  id: paymentIdOf(payment),
})

/**
 * Holds a payment that was just booked where its sender is listed: it pays for nothing and is
 * credited to nobody until the operator has decided. Says whether it did.
 */
async function isHeld(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  payment: PaymentRow,
  sender: LookUp | undefined,
): Promise<boolean> {
  if (!sender) return false
  const { outcome } = await keepAsCase(tx, deps, paymentContext(payment), sender)
  if (outcome === 'CLEAR') return false
  await publishHeld(tx, await holdPayment(tx, payment))
  return true
}

/** Credits a payment that fits nothing to the payments account. */
export async function creditPayment(tx: Tx, deps: FeeDeps, by: AuditedBy, paymentId: string) {
  await lockLine(tx, by.partnerId)
  const id = parseId('lpay', paymentId)
  const payment = id && (await lockPayment(tx, by.partnerId, id))
  if (!payment) return fail({ code: 'RECORD_NOT_FOUND' })
  return creditUnmatched(tx, deps, by, payment)
}
