import type { accounts as contract, namedPayerStatuses, payerRules } from '@corridor/contract'
import { fundingAccountStates, statesWhere } from '@corridor/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import type { FilterOf, Page } from '../../../api/request/paging.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { serviceNow } from '../../../db/moment.ts'
import {
  rowsOf,
  countOf,
  type RowChange,
  type RowKey,
  versionedTable,
} from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow, FundingRow } from '../../../db/schema/rows.ts'

type OwnerNames = Pick<
  Selectable<DB['entity']>,
  'first_name' | 'last_name' | 'business_name' | 'latin_name'
>
/** What arrived on an account in its own currency. */
type Totals = { deposit_count: number; deposit_sum: bigint }
/** Who may pay it: what it says itself, or what was agreed with its partner. */
type Payers = {
  payers_allowed: (typeof payerRules)[number]
  named_payers: { name: string; account: string; status: (typeof namedPayerStatuses)[number] }[]
}
/** An account with the name of its customer, who may pay it, and what arrived on it. */
export type FundingRecord = FundingRow & OwnerNames & Totals & Payers
export type FundingFilter = FilterOf<typeof contract.listFunding> & {
  entityId?: string | undefined
}
export type NewFunding = Pick<
  Insertable<DB['funding_account']>,
  | 'partner_id'
  | 'id'
  | 'entity_id'
  | 'jurisdiction_id'
  | 'status'
  | 'status_reason'
  | 'return_strategy'
  | 'return_target'
>

const accounts = versionedTable('funding_account')
const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`f.created_at`, type: 'timestamptz' },
}

const withOwner = (tx: Tx) =>
  tx
    .selectFrom('funding_account as f')
    .innerJoin('entity as e', (join) =>
      join.onRef('e.partner_id', '=', 'f.partner_id').onRef('e.id', '=', 'f.entity_id'),
    )
    .leftJoinLateral(
      (deposits) =>
        deposits
          .selectFrom('deposit as d')
          .select([
            sql<number>`count(*)::int`.as('deposit_count'),
            sql<bigint>`coalesce(sum(d.amount), 0)`.as('deposit_sum'),
          ])
          .whereRef('d.partner_id', '=', 'f.partner_id')
          .whereRef('d.funding_account_id', '=', 'f.id')
          .where(sql<boolean>`d.currency = f.deposit_info->>'currency'`)
          .as('totals'),
      (join) => join.onTrue(),
    )
    .selectAll('f')
    .select(['e.first_name', 'e.last_name', 'e.business_name', 'e.latin_name'])
    .select((row) => [
      row.fn.coalesce('totals.deposit_count', sql<number>`0`).as('deposit_count'),
      row.fn.coalesce('totals.deposit_sum', sql<bigint>`0`).as('deposit_sum'),
      sql<
        Payers['payers_allowed']
      >`(select case p.settings->>'payers' when 'CUSTOMER' then 'CUSTOMER'
        else coalesce(f.payers, p.settings->>'payers', 'CUSTOMER') end
        from partner p where p.id = f.partner_id)`.as('payers_allowed'),
      sql<Payers['named_payers']>`coalesce((select jsonb_agg(jsonb_build_object('name', n.name,
          'account', n.account, 'status', n.status) order by n.name, n.id)
        from named_payer n where n.partner_id = f.partner_id and n.funding_account_id = f.id),
        '[]')`.as('named_payers'),
    ])

/** Finds a funding account of this partner; another partner's is not found. */
export const findFunding = (tx: Tx, partnerId: string, id: string) =>
  withOwner(tx).where('f.partner_id', '=', partnerId).where('f.id', '=', id).executeTakeFirst()

/** The account that a customer has in a jurisdiction: one, unless it was closed or never opened. */
export const findFundingAt = (
  tx: Tx,
  partnerId: string,
  at: { entityId: string; jurisdictionId: string },
): Promise<FundingRecord | undefined> =>
  withOwner(tx)
    .where('f.partner_id', '=', partnerId)
    .where('f.entity_id', '=', at.entityId)
    .where('f.jurisdiction_id', '=', at.jurisdictionId)
    .where(
      'f.status',
      'in',
      statesWhere(fundingAccountStates, ({ isOpen }) => isOpen),
    )
    .executeTakeFirst()

/** Locks an account for a change of state. */
export const lockFunding = accounts.lock

/** Locks a customer's accounts of this status, in the order of their ids. */
export const lockFundingOfEntity = (
  tx: Tx,
  partnerId: string,
  entityId: string,
  status: FundingRow['status'],
): Promise<FundingRow[]> =>
  rowsOf(tx, 'funding_account', { partner_id: partnerId, entity_id: entityId, status })
    .orderBy('id')
    .forUpdate()
    .execute()

/** Inserts an account, or returns undefined where the customer has one there. */
export const insertFunding = (tx: Tx, account: NewFunding) =>
  accounts.insertIfNew(tx, { ...account, deposit_info: '{}', ask_again_at: serviceNow })

/** Writes a new state of a locked account. */
export const updateFunding = (tx: Tx, row: RowKey, change: RowChange<'funding_account'>) =>
  accounts.update(tx, row, {
    ...change,
    ...(change.status === 'ACTIVE' ? { activated_at: serviceNow } : {}),
  })

/** When the bank is asked again, in seconds from now; no reader sees a change. */
export const askAgainIn = (tx: Tx, row: FundingRow, seconds: number, reason: string) =>
  tx
    .updateTable('funding_account')
    .set({
      status_reason: reason,
      ask_again_at: sql<Date>`${serviceNow} + ${seconds} * interval '1 second'`,
    })
    .where((eb) => eb.and({ partner_id: row.partner_id, id: row.id }))
    .execute()

/** Claims an account number or address for this account; false where another account has it. */
export async function claimDeposits(tx: Tx, row: FundingRow, depositKey: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('funding_deposit_claim')
    .values({
      jurisdiction_id: row.jurisdiction_id,
      deposit_key: depositKey,
      partner_id: row.partner_id,
      funding_account_id: row.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Accounts whose bank is to be asked again now, longest due first. Of all partners: for a worker. */
export const findUnopened = (tx: Tx, limit: number): Promise<FundingRecord[]> =>
  withOwner(tx)
    .where('f.status', '=', 'PROVISIONING')
    .where('f.ask_again_at', '<=', serviceNow)
    .orderBy('f.ask_again_at')
    .limit(limit)
    .execute()

export function listFunding(tx: Tx, partnerId: string, filter: FundingFilter, page: Page) {
  let query = withOwner(tx).where('f.partner_id', '=', partnerId)
  if (filter.entityId) query = query.where('f.entity_id', '=', filter.entityId)
  if (filter.status) query = query.where('f.status', '=', filter.status)
  if (filter.jurisdictionId) query = query.where('f.jurisdiction_id', '=', filter.jurisdictionId)
  return rowsOfPage(query, page, sorts, sql`f.id`)
}

export async function countFunding(tx: Tx, partnerId: string, filter: FundingFilter) {
  let query = tx.selectFrom('funding_account').where('partner_id', '=', partnerId)
  if (filter.entityId) query = query.where('entity_id', '=', filter.entityId)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.jurisdictionId) query = query.where('jurisdiction_id', '=', filter.jurisdictionId)
  return countOf(query)
}

/** Of the funding account that it came in on; nothing where it came in on another account. */
export const policyOf = (tx: Tx, { partner_id, funding_account_id }: DepositRow) =>
  tx
    .selectFrom('funding_account')
    .select(['id', 'entity_id', 'return_strategy', 'return_target'])
    .where('partner_id', '=', partner_id)
    .where('id', '=', funding_account_id)
    .executeTakeFirst()

/** A pause of the customer waits for us, or we see it. */
export const lockEntity = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('entity')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .forShare()
    .execute()

/** Of any partner, for the operator. */
export const findFundingOfAny = (tx: Tx, id: string) =>
  tx
    .selectFrom('funding_account')
    .select(['partner_id', 'id', 'deposit_info'])
    .where('id', '=', id)
    .executeTakeFirst()
