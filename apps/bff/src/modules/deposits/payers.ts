import { isSameName, mayPay, passedWindow, type PayerRule, senderSums } from '@corridor/domain'
import { compareNames } from '@corridor/screening'
import { batchedCall } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import { payerOf } from '../../records/deposits/sender.ts'
import { senderLimitsOf } from '../../records/partners/terms.ts'
import { termsOf } from '../../records/partners/terms-store.ts'
import {
  type AccountPayers,
  keepPayment,
  lockPayments,
  readCounted,
  readPayers,
} from './payers-store.ts'

/** Money that somebody else than the customer sent for it. */
export type OthersMoney = {
  deposit: Pick<DepositRow, 'partner_id' | 'id' | 'sender' | 'received_at'>
  /** Whose money it is. */
  entityId: string
  /** That it came in on; null for the service's own account. */
  fundingAccountId: string | null
  /** In millionths of a dollar, as it was booked. */
  worth: bigint
  /** The first of a sender goes on: every corridor takes 1,000 units (operations.md 14). */
  isUsual?: boolean
}

/**
 * Whether money that somebody else sent goes on: of a named payer and where anybody may pay, all of it;
 * of others as long as the sums of the same sender and customer keep to the limits. It is counted with
 * what came before it, and one after the other where much comes at once.
 */
export async function takeOthers(tx: Tx, money: OthersMoney): Promise<'GOES_ON' | 'HELD'> {
  const { deposit, fundingAccountId } = money
  const partnerId = deposit.partner_id
  const [terms, account] = await Promise.all([
    termsOf(tx, partnerId),
    fundingAccountId === null ? undefined : readPayers(tx, { partnerId, fundingAccountId }),
  ])
  const rule = ruleOf(account, terms)
  const isAllowed = mayPay({ rule, named: account?.named ?? [] }, payerOf(deposit))
  return count(tx, { ...money, limits: isAllowed ? undefined : senderLimitsOf(terms) })
}

/** What an account says, or else what was agreed with its partner. */
const ruleOf = (account: AccountPayers | undefined, terms: { payers: PayerRule }) =>
  (account?.payers ?? terms.payers) as PayerRule

type Asked = OthersMoney & { limits: ReturnType<typeof senderLimitsOf> | undefined }

/** So alike are two names that are taken for one. */
const alikeMin = 85
const isAlike = (first: string, other: string): boolean =>
  isSameName(first, other) || compareNames(first, other).score >= alikeMin

const count = batchedCall<Asked, 'GOES_ON' | 'HELD'>(async (tx, all) => {
  const answers = new Map<Asked, 'GOES_ON' | 'HELD'>()
  const customers = Map.groupBy(all, ({ deposit, entityId }) => `${deposit.partner_id}/${entityId}`)
  // In one order, so that two who take money in seldom wait for each other.
  for (const [, asked] of [...customers].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const money of asked) answers.set(money, await countOne(tx, money))
  return all.map((money) => answers.get(money) ?? 'HELD')
})

async function countOne(tx: Tx, { deposit, entityId, worth, limits, isUsual = false }: Asked) {
  const customer = { partnerId: deposit.partner_id, entityId }
  const at = deposit.received_at
  let isHeld = false
  if (limits) {
    await lockPayments(tx, customer)
    const before = (await readCounted(tx, customer, at))
      .filter(({ deposit_id }) => deposit_id !== deposit.id)
      .map((row) => ({ ...payerOf(row), worth: row.worth, at: row.at }))
    const sums = senderSums(payerOf(deposit), at, before, isAlike)
    const isFirst = isUsual && sums.MONTH === 0n
    isHeld = !isFirst && passedWindow(sums, worth, limits) !== undefined
  }
  await keepPayment(tx, { ...customer, depositId: deposit.id, worth, isHeld, at })
  return isHeld ? ('HELD' as const) : ('GOES_ON' as const)
}
