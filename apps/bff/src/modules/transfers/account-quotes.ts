import { transferLifecycle, type TransferStatus } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../access/audit.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { transferEvent } from './event.ts'
import { executionId } from './ids.ts'
import * as store from './store.ts'

/** States in which money moves or still may: FAILED waits for a decision of its own. */
const openStates = (Object.keys(transferLifecycle.transitions) as TransferStatus[]).filter(
  (status) => !transferLifecycle.isFinal(status) && status !== 'QUOTED' && status !== 'FAILED',
)

type Account = { partner_id: string; entity_id: string; id: string }

/** Written ids of transfers under way that pay from or to an account. */
export async function openTransfersOf(tx: Tx, account: Account): Promise<string[]> {
  const rows = await ofAccount(tx, account, openStates).execute()
  return rows.map(executionId)
}

/** Ends the quotes that name an account which cannot be used any more; nobody has signed them yet. */
export async function endQuotesOf(
  tx: Tx,
  by: AuditedBy,
  account: Account,
  reason: string,
): Promise<void> {
  for (const { id } of await ofAccount(tx, account, ['QUOTED']).execute()) {
    const quote = await store.lockTransfer(tx, by.partnerId, id)
    if (quote?.status !== 'QUOTED') continue
    const states = { from: 'QUOTED', to: 'EXPIRED', eventStatus: 'expired' }
    const row = await store.setStatus(tx, quote, states, { closed_by: reason })
    await store.releaseWalletQuote(tx, by.partnerId, id)
    await recordEvent(tx, transferEvent(row, 'QUOTED', 'transitioned'))
    await recordAudit(tx, by, {
      action: 'transfer.expire',
      object: { kind: 'transfer', id: executionId(row) },
      before: { status: 'QUOTED' },
      after: { status: row.status },
      reason,
    })
  }
}

// The customer is named too, because that is what transfers are indexed by.
const ofAccount = (tx: Tx, { partner_id, entity_id, id }: Account, statuses: readonly string[]) =>
  tx
    .selectFrom('transfer')
    .select(['id', 'kind'])
    .where('partner_id', '=', partner_id)
    .where((where) =>
      where.or([
        where.and({ from_entity_id: entity_id, from_account_id: id }),
        where.and({ to_entity_id: entity_id, to_account_id: id }),
      ]),
    )
    .where('status', 'in', statuses)
    .orderBy('id')
