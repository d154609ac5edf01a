import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow, TransferRow } from '../../../db/schema/rows.ts'
import type { ReturnTo } from '../../deposits/return-target.ts'

const devChain = '31337'

/** The payments in that a transfer took, oldest first. */
export async function paidDeposits(tx: Tx, row: TransferRow): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select d.* from deposit d
    where d.partner_id = ${row.partner_id} and d.transfer_id = ${row.id}
      and (d.id = ${row.deposit_id} or exists (select from posting_group g
        where g.partner_id = d.partner_id and g.transfer_id = d.transfer_id
          and g.step = 'deposit_received/' || d.id))
    order by d.received_at, d.id`.execute(tx)
  return rows
}

/**
 * The account that a transfer names for its payer, where it is proved to be the payer's own. Tokens that
 * were just made have no sender: on the development chain, whose faucet makes them and where they are
 * worth nothing, a wallet that is only claimed takes back what came; all others wait for a person.
 */
export async function findOwnAccount(tx: Tx, row: TransferRow): Promise<ReturnTo | undefined> {
  const { rows } = await sql<{ id: string; address: string }>`
    select a.id, coalesce(a.wallet->>'walletAddress', '') as address from external_account a
    where a.partner_id = ${row.partner_id} and a.id = ${row.from_account_id}
      and a.entity_id = ${row.from_entity_id} and a.status = 'ENABLED'
      and (a.proof = 'PROVED' or a.proof = 'CLAIMED' and a.wallet is not null
        and not exists (select from deposit d where d.partner_id = ${row.partner_id}
          and d.transfer_id = ${row.id} and d.source = 'CHAIN' and d.chain_id <> ${devChain}
          and d.sender->>'walletAddress' ~ '^(0x0{40})?$'))`.execute(tx)
  const [own] = rows
  return own && { accountId: own.id, address: own.address, beneficiary: null }
}

/** An account that was named. */
export async function findAccountOf(tx: Tx, row: TransferRow, accountId: string) {
  const { rows } = await sql<{ address: string }>`
    select coalesce(a.wallet->>'walletAddress', '') as address from external_account a
    where a.partner_id = ${row.partner_id} and a.id = ${accountId}`.execute(tx)
  const [found] = rows
  return found && { accountId, address: found.address, beneficiary: null }
}

/** What is held of a transfer that no order sends back, or has sent. */
export async function unsentOf(tx: Tx, row: TransferRow): Promise<bigint> {
  const { rows } = await sql<{ sent: bigint }>`
    select coalesce(sum(p.amount), 0) as sent from payout p
    where p.partner_id = ${row.partner_id} and p.transfer_id = ${row.id}
      and p.step = 'refund_submitted' and p.status <> 'FAILED'`.execute(tx)
  return row.received - (rows[0]?.sent ?? 0n)
}

/** What executions of their own sent back of a transfer, or are sending. */
export const linkedRefunds = (tx: Tx, original: TransferRow) =>
  tx
    .selectFrom('transfer')
    .select('refund')
    .where((eb) => eb.and({ partner_id: original.partner_id, refund_of: original.id }))
    .where('status', '<>', 'FAILED')
    .execute()

/** What of a completed transfer was sent back by executions of their own, minor units. */
export type SentBack = {
  left: bigint
  /** By the partner's request, from its payments account. */
  paid: bigint
  /** By its request, lent by the service. */
  lent: bigint
}

export async function sentBackOf(tx: Tx, original: TransferRow): Promise<SentBack> {
  const { rows } = await sql<{ refunded: bigint; lent: bigint }>`
    select coalesce(sum(amount_in), 0) as refunded,
      coalesce(sum((refund->>'lent')::numeric), 0) as lent
    from transfer where partner_id = ${original.partner_id} and refund_of = ${original.id}
      and status <> 'FAILED' and not coalesce((refund->>'isSurplus')::boolean, false)`.execute(tx)
  const { refunded = 0n, lent = 0n } = rows[0] ?? {}
  return { left: original.amount_in - refunded, paid: refunded - lent, lent }
}

/** What of a completed transfer may still go back, minor units. */
export const refundable = async (tx: Tx, original: TransferRow): Promise<bigint> =>
  (await sentBackOf(tx, original)).left

type RefundClaim = { request_hash: Buffer; refunded_by: string }

/** What was refunded of a transfer under the partner's own name for it. */
export const findRefundClaim = (
  tx: Tx,
  { partner_id, id }: Pick<TransferRow, 'partner_id' | 'id'>,
  refundId: string,
): Promise<RefundClaim | undefined> =>
  tx
    .selectFrom('refund_claim')
    .select(['request_hash', 'refunded_by'])
    .where((eb) => eb.and({ partner_id, transfer_id: id, refund_id: refundId }))
    .executeTakeFirst()

/** Keeps the name of a refund of a locked transfer. */
export const claimRefund = (
  tx: Tx,
  { partner_id, id }: Pick<TransferRow, 'partner_id' | 'id'>,
  claim: { refundId: string; requestHash: Buffer; refundedBy: string },
) =>
  tx
    .insertInto('refund_claim')
    .values({
      partner_id,
      transfer_id: id,
      refund_id: claim.refundId,
      request_hash: claim.requestHash,
      refunded_by: claim.refundedBy,
      created_at: serviceNow,
    })
    .execute()
