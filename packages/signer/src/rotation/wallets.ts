import { renewDataKey } from '../vault/keys.ts'
import { lockEntityKey } from './entities.ts'
import type { Rotating, Rotation } from './rotation.ts'
import { eachRow } from './rows.ts'

/** Gives each wallet a new data key, and seals its entropy under it. */
export function renewWallets(work: Rotating, { id: rotation }: Rotation): Promise<number> {
  const { inTransaction, reach } = work
  return eachRow(work, {
    name: 'wallet',
    left: (last, limit) =>
      inTransaction(async (tx) => {
        const rows = await tx
          .selectFrom('signer.wallet')
          .select('wallet_id')
          .where('rotation', '<', rotation)
          .where('wallet_id', '>', last)
          .orderBy('wallet_id')
          .limit(limit)
          .execute()
        return rows.map(({ wallet_id }) => wallet_id)
      }),
    change: (walletId) =>
      inTransaction(async (tx) => {
        const { entity_id } = await tx
          .selectFrom('signer.wallet')
          .select('entity_id')
          .where('wallet_id', '=', walletId)
          .executeTakeFirstOrThrow()
        const owner = await lockEntityKey(tx, entity_id)
        const wallet = await tx
          .selectFrom('signer.wallet')
          .selectAll()
          .where('wallet_id', '=', walletId)
          .executeTakeFirstOrThrow()
        if (wallet.rotation >= rotation) return false
        await tx
          .updateTable('signer.wallet')
          .set({ ...(await renewDataKey(work, owner, wallet)), rotation })
          .where('wallet_id', '=', walletId)
          .execute()
        await reach('wallet:before_commit')
        return true
      }),
  })
}
