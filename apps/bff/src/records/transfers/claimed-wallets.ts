import { fail } from '@corridor/domain'
import { sql } from 'kysely'
import { detail } from '../../api/request/refusal.ts'
import type { Config } from '../../config/config.ts'
import { batchedCall } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import { noId } from '../../db/no-id.ts'
import type { Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import { microDollars, type PartnerTerms } from '../partners/terms.ts'
import { limitsOfTransfer, worthOfTransfer } from './quote-facts.ts'

/** What one wallet that is only claimed pays and is paid within 30 days, in millionths of a dollar. */
export const claimedWalletMost = (
  { claimedWallet }: PartnerTerms,
  { CLAIMED_WALLET_DOLLARS: usual }: Pick<Config, 'CLAIMED_WALLET_DOLLARS'>,
): bigint => microDollars(claimedWallet ?? usual)

type Counted = Pick<
  TransferRow,
  'partner_id' | 'id' | 'from_account_id' | 'to_account_id' | 'quote' | 'direction'
>

/** Between banks there is no wallet to look for. */
const hasWallet = ({ direction }: Counted) => direction !== 'FIAT_TO_FIAT'

/**
 * Counts an executed transfer against the claimed wallets of both sides; false where one of them has
 * too little left. What it locks stays locked until the transaction ends.
 */
export const countClaimedWallets = batchedCall<Counted, boolean>(async (tx, transfers) => {
  const given = transfers.filter(hasWallet).map((transfer) => ({
    id: transfer.id,
    partner: transfer.partner_id,
    accounts: [transfer.from_account_id, transfer.to_account_id],
    worth: worthOfTransfer(transfer).toString(),
    // Quotes of before kept none, and live for minutes.
    most: limitsOfTransfer(transfer)?.claimedWallet ?? null,
  }))
  if (given.length === 0) return transfers.map(() => true)
  const { rows } = await sql<{ id: string }>`
    select id from use_claimed_wallets(${JSON.stringify(given)}::jsonb) as id`.execute(tx)
  const broken = new Set(rows.map(({ id }) => id))
  return transfers.map(({ id }) => !broken.has(id))
})

/**
 * Counts a transfer that is paid to another account against that one's wallet, and gives back what it
 * took of the old one's; false where the new one has too little left.
 */
export async function moveClaimedWallet(tx: Tx, transfer: TransferRow, toAccountId: string) {
  if (!hasWallet(transfer)) return true
  await holdWallets(tx, transfer, [transfer.to_account_id, toAccountId])
  // A retry of before was counted on its own day.
  await sql`
    update claimed_wallet_use u set used = u.used - ${worthOfTransfer(transfer)}::numeric
    from (select distinct on (w.wallet) w.wallet, w.day from claimed_wallet_use w
      where w.partner_id = ${transfer.partner_id} and w.used >= ${worthOfTransfer(transfer)}::numeric
        and w.wallet in (select claimed_wallets(${transfer.partner_id},
          ${[transfer.to_account_id]}::uuid[])) and w.day >= ${dayOf(transfer)}
      order by w.wallet, w.day <> ${dayOf(transfer)}, w.day desc) taken
    where u.partner_id = ${transfer.partner_id} and u.wallet = taken.wallet
      and u.day = taken.day`.execute(tx)
  return countClaimedWallets(tx, {
    ...transfer,
    from_account_id: noId,
    to_account_id: toAccountId,
  })
}

const dayOf = ({ started_at }: Pick<TransferRow, 'started_at'>) =>
  sql`(${started_at}::timestamptz at time zone 'UTC')::date`

/** Holds the claimed wallets of these accounts, in the order in which they are counted. */
const holdWallets = (
  tx: Tx,
  { partner_id }: Pick<TransferRow, 'partner_id'>,
  accounts: readonly string[],
) =>
  sql`select pg_advisory_xact_lock(hashtextextended('claimed_wallet/' || ${partner_id} || k.wallet, 0))
    from (select w as wallet from claimed_wallets(${partner_id}, ${[...accounts]}::uuid[]) as w
      order by 1) k`.execute(tx)

/** Gives back what a transfer took of its claimed wallets, when it ends unpaid. */
export async function releaseClaimedWallets(tx: Tx, transfer: TransferRow): Promise<void> {
  if (!hasWallet(transfer)) return
  const accounts = [transfer.from_account_id, transfer.to_account_id]
  await holdWallets(tx, transfer, accounts)
  await sql`update claimed_wallet_use
    set used = greatest(0, used - ${worthOfTransfer(transfer)}::numeric)
    where partner_id = ${transfer.partner_id}
      and wallet in (select claimed_wallets(${transfer.partner_id}, ${accounts}::uuid[]))
      and day = ${dayOf(transfer)}`.execute(tx)
}

/**
 * What the wallet of an account, by the table's alias, has moved within 30 days, as an expression; null
 * of all but claimed wallets.
 */
export const claimedUse = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string | null>`case
    when ${column('proof')} <> 'PROVED' and ${column('wallet')} is not null then (
      select coalesce(sum(u.used), 0)::text from claimed_wallet_use u
      where u.partner_id = ${column('partner_id')}
        and u.wallet = lower(${column('wallet')}->>'walletAddress')
        and u.day > (${serviceNow} at time zone 'UTC')::date - 30) end`
}

/** The same of one account. */
export async function readClaimedUse(
  tx: Tx,
  { partner_id, id }: { partner_id: string; id: string },
) {
  const { rows } = await sql<{ used: string | null }>`
    select ${claimedUse('a')} as used
    from external_account a where a.partner_id = ${partner_id} and a.id = ${id}`.execute(tx)
  return BigInt(rows[0]?.used ?? 0)
}

export const unprovedWalletText =
  'Above 1,000 dollars’ worth, at once or within 30 days, a wallet must be proved to be the customer’s own: POST /api/v1/xfer/accounts/external/{accountId}/proof.'

export const claimedWalletUsedUp = (path: string) =>
  fail({
    code: 'CORRIDOR_UNAVAILABLE' as const,
    details: [detail(path, 'CORRIDOR_UNAVAILABLE', unprovedWalletText)],
  })
