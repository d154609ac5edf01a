import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { KycRecord, RequestRow } from './store.ts'

export type NewRequest = Pick<RequestRow, 'partner_id' | 'id' | 'entity_id' | 'message'> & {
  reasons: readonly object[]
  fields: readonly object[]
  documents: readonly object[]
  created_at: Date
  due_at: Date
}

export const openRequest = (tx: Tx, { reasons, fields, documents, ...plain }: NewRequest) =>
  tx
    .insertInto('kyc_request')
    .values({
      ...plain,
      status: 'OPEN',
      reasons: JSON.stringify(reasons),
      fields: JSON.stringify(fields),
      documents: JSON.stringify(documents),
    })
    .execute()

/** A decision makes what was still asked pointless. */
export const withdrawRequests = (tx: Tx, { entity }: KycRecord): Promise<unknown> =>
  tx
    .updateTable('kyc_request')
    .set({ status: 'WITHDRAWN' })
    .where('partner_id', '=', entity.partner_id)
    .where('entity_id', '=', entity.id)
    .where('status', '=', 'OPEN')
    .execute()

export const closeRequest = (tx: Tx, { partner_id, id }: Pick<RequestRow, 'partner_id' | 'id'>) =>
  tx
    .updateTable('kyc_request')
    .set({ status: 'ANSWERED', answered_at: serviceNow })
    .where((eb) => eb.and({ partner_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
