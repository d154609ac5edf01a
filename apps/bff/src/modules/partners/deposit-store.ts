import type { Hex } from '@corridor/chains'
import type { FeeAccount } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { AccountOf, FeeDepositRow } from './fee-store.ts'

export type NewDeposit = {
  partnerId: string
  id: string
  account: FeeAccount
  chainId: string
  hash: Hex
  sender: Hex
  amount: bigint
  scale: number
  currency: string
}

/** A payment in that is credited in the same transaction. */
export const insertCredited = (tx: Tx, deposit: NewDeposit): Promise<FeeDepositRow> =>
  insert(tx, deposit, {
    status: 'CREDITED',
    credited_at: serviceNow,
    answered_at: serviceNow,
  })

/** A payment in whose credit tokens are about to be minted; busy for so long, in real time. */
export const insertMinting = (tx: Tx, deposit: NewDeposit, busyMs: number) =>
  insert(tx, deposit, { status: 'MINTING', busy_until: inRealTime(busyMs) })

const inRealTime = (ms: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`

function insert(
  tx: Tx,
  { partnerId, chainId, ...deposit }: NewDeposit,
  state: { status: 'CREDITED' | 'MINTING' } & Partial<
    Record<'credited_at' | 'answered_at' | 'busy_until', ReturnType<typeof sql<Date>>>
  >,
): Promise<FeeDepositRow> {
  return tx
    .insertInto('fee_deposit')
    .values({
      ...deposit,
      ...state,
      partner_id: partnerId,
      chain_id: chainId,
      created_at: serviceNow,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type DepositKey = { partnerId: string; id: string }

/** A partner's own deposit by the hash of its payment. */
export const findByHash = (tx: Tx, { partnerId, account }: AccountOf, hash: Hex) =>
  rowsOf(tx, 'fee_deposit', { partner_id: partnerId, account, hash }).executeTakeFirst()

export const lockDeposit = (tx: Tx, { partnerId, id }: DepositKey): Promise<FeeDepositRow> =>
  rowsOf(tx, 'fee_deposit', { partner_id: partnerId, id }).forUpdate().executeTakeFirstOrThrow()

/** Takes over an unanswered deposit that no other process is working on; false otherwise. */
export async function takeOver(tx: Tx, key: DepositKey, busyMs: number): Promise<boolean> {
  const row = await tx
    .updateTable('fee_deposit')
    .set({ busy_until: inRealTime(busyMs) })
    .where((eb) => eb.and({ partner_id: key.partnerId, id: key.id }))
    .where('answered_at', 'is', null)
    .where(sql<boolean>`(busy_until is null or busy_until <= clock_timestamp())`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets others continue a deposit that could not be finished now. */
export const release = (tx: Tx, key: DepositKey) =>
  tx
    .updateTable('fee_deposit')
    .set({ busy_until: null })
    .where((eb) => eb.and({ partner_id: key.partnerId, id: key.id }))
    .execute()

/** Deposits that no process is working on and that are not credited, oldest first. */
export const findUnminted = (tx: Tx, limit: number): Promise<FeeDepositRow[]> =>
  tx
    .selectFrom('fee_deposit')
    .selectAll()
    .where('status', '=', 'MINTING')
    .where(sql<boolean>`(busy_until is null or busy_until <= clock_timestamp())`)
    .orderBy('created_at')
    .limit(limit)
    .execute()

export type Minted = { hash: Hex; tokenAddress: Hex }

/** The credit tokens of a locked deposit are there. */
export const setCredited = (tx: Tx, key: DepositKey, minted: Minted): Promise<FeeDepositRow> =>
  tx
    .updateTable('fee_deposit')
    .set({
      status: 'CREDITED',
      mint_hash: minted.hash,
      mint_address: minted.tokenAddress,
      credited_at: serviceNow,
      busy_until: null,
    })
    .where((eb) => eb.and({ partner_id: key.partnerId, id: key.id, status: 'MINTING' }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** The partner sees a locked deposit. */
export const setAnswered = (tx: Tx, key: DepositKey): Promise<FeeDepositRow> =>
  tx
    .updateTable('fee_deposit')
    .set({ answered_at: serviceNow, busy_until: null })
    .where((eb) => eb.and({ partner_id: key.partnerId, id: key.id }))
    .where('answered_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest deposits of an account that were credited. */
export const newestDeposits = (tx: Tx, of: AccountOf, limit: number): Promise<FeeDepositRow[]> =>
  rowsOf(tx, 'fee_deposit', { partner_id: of.partnerId, account: of.account, status: 'CREDITED' })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
