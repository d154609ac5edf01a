import type { Tx } from '../../db/open.ts'
import { findPayee } from './history-store.ts'

/** A payee by the account that it is paid to; an account that is none of its own is known. */
export async function payeeOf(tx: Tx, partnerId: string, accountId: string, name?: string) {
  const found = await findPayee(tx, { partnerId, id: accountId })
  const holder = found?.holder as { name?: string } | undefined
  return {
    id: found?.number_fingerprint ?? found?.fingerprint ?? accountId,
    ...(found ? { fingerprint: found.fingerprint } : {}),
    name: name ?? holder?.name ?? found?.nickname ?? '',
    addedAt: found?.created_at ?? new Date(0),
  }
}
