// The policy that a partner has until it sets one of its own.
import type { Policy, PolicyRule } from '@corridor/contract/policy'

/** What was agreed with the partner; `approvalAbove` in US dollars. */
export type PolicyTerms = { approvalAbove?: number | undefined; coolingOffHours: number }

/** Operations that pay somebody, or commit the partner to pay. */
export const payingOperations = [
  'transfers.execute',
  'transfers.retry',
  'transfers.refund',
  'transfers.resolve',
  'payinRoutes.resolve',
  'payinRoutes.forwardHeld',
  'liquidity.initiate',
  'liquidity.acceptReserve',
  'liquidity.initiateReplenish',
  'liquidity.replenishBatch',
  'liquidity.withdrawOperational',
] as const

/** Those that pay one payee whose account is on record. */
const toPayee = [
  'transfers.execute',
  'transfers.retry',
  'transfers.refund',
  'payinRoutes.resolve',
  'payinRoutes.forwardHeld',
]
/** Those that decide where money will go without paying any. */
const routing = ['payinRoutes.create', 'payinRoutes.update', 'payinRoutes.toggle']

const daySeconds = 86_400
const approvals = {
  approvals: [{ from: ['role:owner', 'role:treasury'], count: 1 }],
  expiresInMs: 86_400_000,
}

/**
 * Above the threshold another person agrees: to one payment, to what a payee gets in a day, and to
 * what redirects money; a new or a listed payee needs it whatever the amount. Without both nothing does. Its
 * version is 0.
 */
export function defaultPolicy({ approvalAbove, coolingOffHours }: PolicyTerms): Policy {
  const over = approvalAbove === undefined ? undefined : approvalAbove.toFixed(2)
  const isCooling = coolingOffHours > 0
  const rules: PolicyRule[] = []
  if (over !== undefined)
    rules.push(
      {
        id: 'amount',
        name: 'Large payments',
        on: [...payingOperations],
        when: { fact: 'amount', unit: 'USD', over },
        then: approvals,
      },
      {
        id: 'payee-day',
        name: 'Much to one payee in a day',
        on: toPayee,
        when: { fact: 'sum', unit: 'USD', by: 'payee', windowSeconds: daySeconds, over },
        then: approvals,
      },
      {
        id: 'destination',
        name: 'Where money and notices go',
        on: [...routing, 'webhooks.register'],
        when: { all: [] },
        then: approvals,
      },
    )
  if (isCooling)
    rules.push({
      id: 'new-payee',
      name: 'New payees',
      on: [...toPayee, ...routing],
      when: { fact: 'payee', in: ['new'] },
      then: approvals,
    })
  if (over !== undefined || isCooling)
    rules.push(
      {
        id: 'listed-payee',
        name: 'Payees that resemble a listed one',
        on: [...toPayee, ...routing],
        when: { fact: 'payee', in: ['listed'] },
        then: approvals,
      },
      {
        id: 'policy',
        name: 'Changes of the policy',
        on: ['approvals.changePolicy'],
        when: { all: [] },
        then: approvals,
      },
    )
  return { version: 0, rules, otherwise: 'allow' }
}
