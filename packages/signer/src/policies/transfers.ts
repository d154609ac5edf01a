import { isAddress, toChecksumAddress } from '@corridor/signing/evm'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import { leaveToCommit } from '../database/connection.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { SignedTransfer } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** A transfer as it is signed: whom it pays, and how much in base units. */
export type TransferContent = {
  chainId: number
  token: string
  recipient: string
  amount: bigint
}

export type NewTransfer = Omit<SignedTransfer, 'mac' | 'sequence'>

/** Notes the signed transfer after `newest`, read under the entity's lock, so numbers have no gap. */
export async function addTransfer(vault: Vault, tx: Tx, newest: number, transfer: NewTransfer) {
  const row = { ...transfer, sequence: newest + 1 }
  const inserted = tx
    .insertInto('signer.signed_transfer')
    .values({ ...row, mac: await transferMac(vault, row) })
  await leaveToCommit(tx, () => inserted.execute())
  return row.sequence
}

/** The number of a wallet's newest transfer; 0 for none. */
export async function newestTransfer(tx: Tx, walletId: string): Promise<number> {
  const row = await tx
    .selectFrom('signer.signed_transfer')
    .select('sequence')
    .where('wallet_id', '=', walletId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The same of the wallet that holds an account; `newestTransfer` of a wallet that is known. */
export async function newestTransferOf(tx: Tx, entityId: string, address: string): Promise<number> {
  if (!isAddress(address)) return 0
  const row = await tx
    .selectFrom('signer.signed_transfer')
    .select('sequence')
    .where('wallet_id', 'in', (where) =>
      where
        .selectFrom('signer.wallet_account')
        .select('wallet_id')
        .where('entity_id', '=', entityId)
        .where('address', '=', toChecksumAddress(address)),
    )
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/**
 * A wallet's transfers since a time, newest first, and none of them missing: numbers go down by one
 * from `last`, where that is known, to the first transfer before that time.
 * @throws {CredentialsTampered} on a row that was changed, or where one was taken out
 */
export async function transfersSince(
  vault: Vault,
  tx: Tx,
  wallet: { entityId: string; walletId: string; last?: number },
  since: Date,
): Promise<SignedTransfer[]> {
  const { entityId, walletId } = wallet
  const rows = await tx
    .selectFrom('signer.signed_transfer')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('sequence', '>=', (where) =>
      where
        .selectFrom('signer.signed_transfer as older')
        .select((item) =>
          item.fn.coalesce(item.fn.max('older.sequence'), item.lit(0)).as('sequence'),
        )
        .where('older.wallet_id', '=', walletId)
        .where('older.signed_at', '<', since),
    )
    .orderBy('sequence', 'desc')
    .execute()
  let expected = wallet.last ?? rows[0]?.sequence ?? 0
  for (const row of rows) {
    const isSound = sameBytes(row.mac, await transferMac(vault, row))
    if (row.sequence !== expected || !isSound)
      throw new CredentialsTampered(entityId, `transfers of ${walletId}`)
    expected -= 1
  }
  // The row before the first in time, or the very first of all.
  const oldest = rows.at(-1)
  const isWhole = oldest === undefined || oldest.sequence === 1 || oldest.signed_at < since
  if (!isWhole || (oldest === undefined && expected > 0))
    throw new CredentialsTampered(entityId, `transfers of ${walletId}`)
  return rows.filter((row) => row.signed_at >= since)
}

/** When a wallet first paid each of its receivers; for a replay, which authorises nothing. */
export async function firstPayments(tx: Tx, walletId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('signer.signed_transfer')
    .select('recipient')
    .select((item) => item.fn.min('sequence').as('first'))
    .where('wallet_id', '=', walletId)
    .groupBy('recipient')
    .execute()
  return new Map(rows.map(({ recipient, first }) => [recipient, first]))
}

/** Whether the wallet has paid this address before. @throws {CredentialsTampered} */
export async function hasPaid(
  vault: Vault,
  tx: Tx,
  { entityId, walletId }: { entityId: string; walletId: string },
  recipient: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('signer.signed_transfer')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('recipient', '=', recipient)
    .limit(1)
    .executeTakeFirst()
  if (!row) return false
  if (sameBytes(row.mac, await transferMac(vault, row))) return true
  throw new CredentialsTampered(entityId, `transfers of ${walletId}`)
}

function transferMac(vault: Vault, row: Omit<SignedTransfer, 'mac'>): Promise<Uint8Array> {
  const message = encodeFields([
    row.wallet_id,
    row.sequence,
    row.entity_id,
    row.activity_id,
    row.credential_id,
    row.root_id,
    row.method,
    row.chain_id,
    row.token,
    row.recipient,
    row.amount,
    row.signed_at,
  ])
  return vault.rootKey.mac('svc/signed-transfer/v1', message)
}
