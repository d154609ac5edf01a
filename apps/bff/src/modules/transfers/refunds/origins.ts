import { allocateRefund, type PaidIn, sumByKey } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow, PayoutRow, TransferRow } from '../../../db/schema/rows.ts'
import { findDeposit } from '../../../records/deposits/store.ts'
import { isOfDeposit } from '../../../records/deposits/transition.ts'
import type { Party } from '../../../records/transfers/parties.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import { findTransfer } from '../../../records/transfers/store.ts'
import {
  type Beneficiary,
  isFromCustomer,
  type ReturnTo,
  returnOf,
  returnOfDeposit,
  toOrigin,
} from '../../deposits/return-target.ts'
import { findAccountOf, findOwnAccount, linkedRefunds, paidDeposits } from './store.ts'

/** So much of a refund goes to one payee; to nobody where neither sender nor own account is known. */
export type RefundPart = { amount: bigint; to: ReturnTo | undefined }

/** What was asked for beside the refund itself. */
export type RefundFacts = {
  /** An account that was named, and who holds it. */
  accountId?: string
  payee?: Party
  /** `null` where no payee is known. */
  to?: ReturnTo | null
  /** Of a linked refund: which payments in it sends back, amounts in minor units as texts. */
  parts?: readonly { key: string; amount: string; to: ReturnTo | null }[]
  /** Of a linked refund: what the service lent for it, minor units as text. */
  lent?: string
  /** Of a linked refund: what came beyond the quote, and is no part of what was paid. */
  isSurplus?: boolean
}

export type RefundOrigin = PaidIn & { to: ReturnTo | undefined }

/** As the record of a linked refund keeps it. */
export const keptPart = ({ key, amount, to }: RefundOrigin) => ({
  key,
  amount: String(amount),
  to: to ?? null,
})

export const refundFacts = ({ refund }: Pick<TransferRow, 'refund'>): RefundFacts => refund ?? {}

/**
 * Where the money of a transfer came from, payment by payment: the sender of each, as its bank or
 * chain reports it. Where none is reported it is the payer's own account that the transfer names.
 */
async function originsOf(tx: Tx, row: TransferRow, paid?: readonly DepositRow[]) {
  const [all, own] = await Promise.all([paid ?? paidDeposits(tx, row), findOwnAccount(tx, row)])
  const { takenBack = [] } = reviewOf(row)
  const deposits = all.filter(({ id }) => !takenBack.includes(id))
  const ownKey = own?.accountId ?? ''
  if (deposits.length === 0) return [{ key: ownKey, amount: row.received, to: own }]
  const origins = new Map<string, RefundOrigin>()
  for (const { id, amount, to } of deposits.map((deposit) => ({
    ...deposit,
    to: toOrigin(deposit),
  }))) {
    const key = to ? id : ownKey
    const { amount: before = 0n } = origins.get(key) ?? {}
    origins.set(key, { key, amount: before + amount, to: to ?? own })
  }
  return [...origins.values()]
}

/** Whose a surplus is: of the deposits in this order, each at most what it brought. */
export const originsOfSurplus = async (
  tx: Tx,
  row: TransferRow,
  { amount, deposits }: { amount: bigint; deposits: readonly DepositRow[] },
): Promise<RefundOrigin[]> => split(await originsOf(tx, row, deposits), amount, new Map())

/** What a linked refund of a completed transfer sends back, and of which payments. */
export async function partsOfLinked(
  tx: Tx,
  original: TransferRow,
  earlier: readonly Pick<TransferRow, 'refund'>[],
  amount: bigint,
): Promise<NonNullable<RefundFacts['parts']>> {
  const origins = await originsOf(tx, original)
  const sent = sumByKey(
    earlier
      .flatMap((linked) => refundFacts(linked).parts ?? [])
      .map((part) => ({ key: part.key, amount: BigInt(part.amount) })),
  )
  return split(origins, amount, sent).map(keptPart)
}

/** What of a refund is still to be ordered, once what was sent of it is taken off. */
export async function partsToSend(
  tx: Tx,
  row: TransferRow,
  orders: readonly PayoutRow[],
): Promise<RefundPart[]> {
  const sent = orders.filter(({ status }) => status !== 'FAILED')
  const amount = row.received - sent.reduce((sum, order) => sum + order.amount, 0n)
  const { accountId, to, parts } = refundFacts(row)
  if (accountId !== undefined) return [{ amount, to: await findAccountOf(tx, row, accountId) }]
  if (to !== undefined) return [{ amount, to: to ?? undefined }]
  if (isOfDeposit(row)) return [{ amount, to: await returnOf(tx, row) }]
  const origins = parts
    ? parts.map((part) => ({ ...part, amount: BigInt(part.amount), to: part.to ?? undefined }))
    : await originsOf(tx, row)
  return split(origins, amount, sumByKey(sent.map(sentOf)))
}

function split(
  origins: readonly RefundOrigin[],
  amount: bigint,
  sent: ReadonlyMap<string, bigint>,
): RefundOrigin[] {
  const { parts, rest } = allocateRefund(amount, origins, sent)
  const known = parts.map((part) => ({
    ...part,
    to: origins.find(({ key }) => key === part.key)?.to,
  }))
  return rest > 0n ? [...known, { key: '', amount: rest, to: undefined }] : known
}

/** The payment in that an order sends back: its sender's, or else the payer's own account. */
function sentOf({ beneficiary, account_id, amount }: PayoutRow): PaidIn {
  const { depositId } = (beneficiary ?? {}) as Partial<Beneficiary>
  return { key: depositId ?? account_id ?? '', amount }
}

/**
 * Where money goes that a person sends back without naming an account: nothing in it where it goes
 * to each sender. Undefined where a part has neither a sender nor an account.
 */
export async function knownPayee(tx: Tx, held: TransferRow, amount: bigint) {
  const facts = refundFacts(held)
  if (facts.accountId !== undefined || facts.to) return {}
  const deposit = await depositOf(tx, held)
  if (deposit) {
    // What is kept until a person decides goes to its sender when one has.
    const to = (await returnOfDeposit(tx, deposit)) ?? toOrigin(deposit)
    return to && { to }
  }
  const isLinked = held.refund_of !== null
  const origins = isLinked
    ? (facts.parts ?? [])
    : await partsOfLinked(tx, held, await linkedRefunds(tx, held), amount)
  return origins.length > 0 && origins.every(({ to }) => to !== null) ? {} : undefined
}

/** Whether the owner of an account is who paid, as far as the bank or chain has named one. */
export async function isPaidBy(tx: Tx, held: TransferRow, entityId: string): Promise<boolean> {
  const deposit = await depositOf(tx, held)
  return deposit === undefined || (await isFromCustomer(tx, deposit, entityId))
}

/** The deposit that an execution was started for, or that of the one whose refund this is. */
async function depositOf(tx: Tx, held: TransferRow): Promise<DepositRow | undefined> {
  const { partner_id: partnerId, refund_of: of } = held
  const paid = of === null ? held : await findTransfer(tx, partnerId, of)
  if (!paid || !isOfDeposit(paid) || paid.deposit_id === null) return undefined
  return findDeposit(tx, partnerId, paid.deposit_id)
}
