import type { Tx } from '../../../db/open.ts'

/** What was last recorded of an issuer of a partner: its action and the members it named. */
export function lastRecorded(tx: Tx, partnerId: string, issuer: string) {
  return tx
    .selectFrom('audit')
    .select(['action', 'after'])
    .where((eb) => eb.and({ partner_id: partnerId, object_id: issuer, object_kind: 'issuer' }))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
