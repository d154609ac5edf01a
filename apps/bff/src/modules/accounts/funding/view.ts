import type { FundingAccount } from '@corridor/contract'
import { formatId, toWire, customerName } from '@corridor/domain'
import type { z } from 'zod'
import type { Deps } from '../../../ports/deps.ts'
import { maskNumber } from '../external/secrets.ts'
import type { FundingRecord } from './store.ts'
import { jurisdictionRef, railsIn } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'

type Body = z.output<typeof FundingAccount>

/** The deposit members while the bank has not answered. */
const unopened = {
  bank_name: '',
  bank_address: '',
  bank_routing_number: '',
  bank_account_number: '',
  payment_rail: '',
}

/** The API view of a row (operations.md 4). */
export function fundingBody({ jurisdictions }: Pick<Deps, 'jurisdictions'>, row: FundingRecord) {
  const jurisdiction = jurisdictions.byId(row.jurisdiction_id)
  const entityId = formatId('ent', row.entity_id)
  return {
    fundingAccountId: formatId('fund', row.id),
    entityId,
    accountOwner: { entityId, name: customerName(row) },
    jurisdiction: jurisdictionRef(row.jurisdiction_id, jurisdiction),
    status: row.status,
    statusReason: row.status_reason,
    depositAccountInfo: depositAccountInfo(row, jurisdiction),
    acceptedRails: jurisdiction ? railsIn(jurisdiction).map(({ rail }) => rail) : [],
    limits: limitsOf(jurisdiction),
    returnPolicy: returnPolicyOf(row),
    payers: {
      allowed: row.payers_allowed,
      named: row.named_payers.map(({ name, account, status }) => ({
        name,
        accountMasked: maskNumber(account),
        status,
      })),
    },
    totals: {
      deposits: row.deposit_count,
      amount: toWire({ minor: row.deposit_sum, scale: jurisdiction?.currencyScale ?? 0 }),
    },
    createdAt: row.created_at.toISOString(),
    ...(row.activated_at === null ? {} : { activatedAt: row.activated_at.toISOString() }),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

type Info = Pick<FundingRecord, 'deposit_info'>
type Policy = Pick<FundingRecord, 'return_strategy' | 'return_target'>

/** Where to pay; all members are present, whatever the bank has answered so far. */
export const depositAccountInfo = (row: Info, jurisdiction: JurisdictionRecord | undefined) => ({
  currency: jurisdiction?.currency ?? '',
  ...unopened,
  ...(row.deposit_info as Partial<Body['depositAccountInfo']>),
})

export const returnPolicyOf = (row: Policy): Body['returnPolicy'] => ({
  strategy: row.return_strategy,
  ...(row.return_target === null ? {} : { target: row.return_target }),
})

/** One payment of the widest rail; in a day as much as all rails carry once. */
export function limitsOf(jurisdiction: JurisdictionRecord | undefined): Body['limits'] {
  const rails = jurisdiction ? railsIn(jurisdiction) : []
  const highest = rails.map(({ max }) => max)
  return {
    minDeposit: rails.length === 0 ? 0 : Math.min(...rails.map(({ min }) => min)),
    maxDeposit: Math.max(0, ...highest),
    dailyLimit: highest.reduce((sum, max) => sum + max, 0),
  }
}
