import { executionId, statesWhere, transferStates, type TransferStatus } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../audit/audit.ts'
import { endedBy, endQuote } from './quote-end.ts'

/** States in which money moves or still may: FAILED waits for a decision of its own. */
const openStates = statesWhere(transferStates, ({ isOpen }) => isOpen)

type Account = { partner_id: string; entity_id: string; id: string }

/** Written ids of transfers under way that pay from or to an account. */
export async function openTransfersOf(tx: Tx, account: Account): Promise<string[]> {
  const rows = await ofAccount(tx, account, openStates).execute()
  return rows.map(executionId)
}

/** Ends the unpaid quotes that name an account which cannot be used any more. */
export async function endQuotesOf(tx: Tx, by: AuditedBy, account: Account, reason: string) {
  for (const { id } of await ofAccount(tx, account, ['QUOTED']).execute())
    await endQuote(tx, by, id, endedBy(reason))
}

/** Ends the quotes of a customer that may not move money there; between wallets it still may. */
export async function endQuotesOfCustomer(
  tx: Tx,
  by: AuditedBy,
  scope: { entityId: string; jurisdictionIds: readonly string[]; reason: string },
): Promise<void> {
  const quotes = await tx
    .selectFrom('transfer')
    .select('id')
    .where('partner_id', '=', by.partnerId)
    .where((where) =>
      where.or([
        where.and([
          where('from_entity_id', '=', scope.entityId),
          where('jurisdiction_in', 'in', scope.jurisdictionIds),
        ]),
        where.and([
          where('to_entity_id', '=', scope.entityId),
          where('jurisdiction_out', 'in', scope.jurisdictionIds),
        ]),
      ]),
    )
    .where((eb) => eb.and({ kind: 'ordinary', status: 'QUOTED' }))
    .orderBy('id')
    .execute()
  for (const { id } of quotes) await endQuote(tx, by, id, endedBy(scope.reason))
}

// The customer is named too, because that is what transfers are indexed by.
const ofAccount = (
  tx: Tx,
  { partner_id, entity_id, id }: Account,
  statuses: readonly TransferStatus[],
) =>
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
