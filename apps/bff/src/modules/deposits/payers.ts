import { isSameName, mayPay, passedWindow, type PayerRule, senderSums } from '@corridor/domain'
import { compareNames } from '@corridor/screening'
import { batchedCall } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import { payerOf } from '../../records/deposits/sender.ts'
import {
  type PartnerTerms,
  sandboxRouteSenderLimit,
  senderLimitsOf,
} from '../../records/partners/terms.ts'
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
  /**
   * Of a pay-in route. `isUsual`: 1,000 units or fewer, which every corridor takes (operations.md 14);
   * `isUnknown`: nothing says where it came from.
   */
  route?: { isUsual: boolean; isUnknown: boolean; isSandbox: boolean }
}

/**
 * Whether money that somebody else sent goes on: of a named payer and where anybody may pay, all of it;
 * of others as long as the sums of the same sender and customer keep to the limits. It is counted with
 * what came before it, and one after the other where much comes at once.
 */
export async function takeOthers(tx: Tx, money: OthersMoney): Promise<'GOES_ON' | 'HELD'> {
  const { deposit, fundingAccountId, route } = money
  const partnerId = deposit.partner_id
  const [terms, account] = await Promise.all([
    termsOf(tx, partnerId),
    fundingAccountId === null ? undefined : readPayers(tx, { partnerId, fundingAccountId }),
  ])
  const rule = ruleOf(account, terms)
  const isAllowed = mayPay({ rule, named: account?.named ?? [] }, payerOf(deposit))
  // Before accounts had a rule of their own, a route asked nobody's name: suites rely on it.
  const isUnset = (account?.payers ?? null) === null && terms.payers === undefined
  const isOpen = route?.isSandbox === true && isUnset
  const goesOn = isOpen && (route.isUsual || route.isUnknown)
  const limits = senderLimitsOf(terms, isOpen ? sandboxRouteSenderLimit : undefined)
  return count(tx, {
    ...money,
    limits: isAllowed || goesOn ? undefined : limits,
    isFirstFree: route?.isUsual ?? false,
  })
}

/**
 * What an account says, or else what was agreed with its partner. Where the operator has set that
 * nobody but the customer pays, no account says anything else.
 */
const ruleOf = (account: AccountPayers | undefined, { payers }: PartnerTerms) =>
  (payers === 'CUSTOMER' ? payers : (account?.payers ?? payers ?? 'CUSTOMER')) as PayerRule

type Asked = OthersMoney & {
  limits: ReturnType<typeof senderLimitsOf> | undefined
  /** The first of a sender goes on. */
  isFirstFree: boolean
}

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

async function countOne(tx: Tx, { deposit, entityId, worth, limits, isFirstFree }: Asked) {
  const customer = { partnerId: deposit.partner_id, entityId }
  const at = deposit.received_at
  let isHeld = false
  if (limits) {
    await lockPayments(tx, customer)
    const before = (await readCounted(tx, customer, at))
      .filter(({ deposit_id }) => deposit_id !== deposit.id)
      .map((row) => ({ ...payerOf(row), worth: row.worth, at: row.at }))
    const sums = senderSums(payerOf(deposit), at, before, isAlike)
    const isFirst = isFirstFree && sums.MONTH === 0n
    isHeld = !isFirst && passedWindow(sums, worth, limits) !== undefined
  }
  await keepPayment(tx, { ...customer, depositId: deposit.id, worth, isHeld, at })
  return isHeld ? ('HELD' as const) : ('GOES_ON' as const)
}
