import type { PayerParty } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedRead } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import { countedDeposits } from '../../records/deposits/state-lists.ts'

export type Account = { partnerId: string; fundingAccountId: string }
/** Null where the account leaves it to what was agreed with the partner. */
export type AccountPayers = { payers: string | null; named: PayerParty[] }

/** Who may pay funding accounts, those who are named included. */
export const readPayers = batchedRead<Account, AccountPayers | undefined>(
  ({ partnerId, fundingAccountId }) => `${partnerId}/${fundingAccountId}`,
  async (tx, accounts) => {
    const { rows } = await sql<AccountPayers & { id: string }>`
      select f.id, f.payers, coalesce((
        select jsonb_agg(jsonb_build_object('name', n.name, 'account', n.account))
        from named_payer n where n.partner_id = f.partner_id and n.funding_account_id = f.id
          and n.status = 'ALLOWED'), '[]') as named
      from unnest(${accounts.map(({ partnerId }) => partnerId)}::uuid[],
        ${accounts.map(({ fundingAccountId }) => fundingAccountId)}::uuid[]) as g (partner, id)
      join funding_account f on f.partner_id = g.partner and f.id = g.id`.execute(tx)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return accounts.map(({ fundingAccountId }) => byId.get(fundingAccountId))
  },
)

type Customer = { partnerId: string; entityId: string }
const windowDays = 30

/** Payments for one customer are looked at one after the other, whoever takes them in. */
export const lockPayments = (tx: Tx, { partnerId, entityId }: Customer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payers:${partnerId}/${entityId}`}, 0))`.execute(
    tx,
  )

export type Counted = Pick<DepositRow, 'sender'> & { deposit_id: string; worth: bigint; at: Date }

/** What others have paid for a customer in the days before a moment, and what goes on of it. */
export async function readCounted(tx: Tx, { partnerId, entityId }: Customer, at: Date) {
  const { rows } = await sql<Counted>`
    select p.deposit_id, p.worth, p.paid_at as at, d.sender
    from others_payment p join deposit d on d.partner_id = p.partner_id and d.id = p.deposit_id
    where p.partner_id = ${partnerId} and p.entity_id = ${entityId}
      and p.paid_at > ${at}::timestamptz - ${windowDays} * interval '1 day'
      and d.status in ${countedDeposits} and not (p.is_held and d.status = 'RECEIVED')`.execute(tx)
  return rows
}

export type OthersPayment = Customer & {
  depositId: string
  worth: bigint
  isHeld: boolean
  at: Date
}

/** Keeps what somebody else than the customer paid; again where it is looked at again. */
export const keepPayment = (
  tx: Tx,
  { partnerId, entityId, depositId, worth, isHeld, at }: OthersPayment,
) =>
  sql`insert into others_payment (partner_id, deposit_id, entity_id, worth, is_held, paid_at)
    values (${partnerId}, ${depositId}, ${entityId}, ${worth}, ${isHeld}, ${at})
    on conflict (partner_id, deposit_id) do update set worth = excluded.worth,
      is_held = excluded.is_held`.execute(tx)
