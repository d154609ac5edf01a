import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { walletEvent } from './event.ts'

/** Methods whose first code was never used, and that another one's use has ended. */
export async function recordEndedMethods(
  tx: Tx,
  partnerId: string,
  entityId: string,
  authIds: readonly string[],
): Promise<void> {
  for (const authId of authIds)
    await recordEvent(
      tx,
      walletEvent(partnerId, entityId, {
        eventStatus: 'auth_revoked',
        status: 'REVOKED',
        previousStatus: 'PENDING_VERIFICATION',
        authId,
      }),
    )
}
