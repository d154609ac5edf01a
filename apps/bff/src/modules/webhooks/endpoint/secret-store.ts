import { type Selectable, sql } from 'kysely'
import type { Kek } from '../../../db/kek.ts'
import { nowAfterWait, serviceNow } from '../../../db/moment.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { hintOf } from './signature.ts'
import type { EndpointKey } from './store.ts'

export type SecretRow = Selectable<DB['webhook_secret']>

const placeOf = ({ partner_id, id }: Pick<SecretRow, 'partner_id' | 'id'>) =>
  `webhook_secret.sealed:${partner_id}:${id}`

/** The text of a secret. @throws where the record was moved or altered */
export const openSecret = (kek: Kek, row: SecretRow): string =>
  Buffer.from(kek.open(placeOf(row), row.sealed)).toString('utf8')

/** Adds the newest secret; the previous one already has its end. */
export function insertSecret(
  tx: Tx,
  kek: Kek,
  { of, id, secret }: { of: EndpointKey; id: string; secret: string },
): Promise<SecretRow> {
  const place = { partner_id: of.partner_id, id }
  return tx
    .insertInto('webhook_secret')
    .values({
      ...place,
      endpoint_id: of.id,
      sealed: Buffer.from(kek.seal(placeOf(place), Buffer.from(secret))),
      hint: hintOf(secret),
      created_at: serviceNow,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The secrets of an endpoint that sign now, the newest first. */
export const validSecrets = (tx: Tx, { partner_id, id }: EndpointKey): Promise<SecretRow[]> =>
  rowsOf(tx, 'webhook_secret', { partner_id, endpoint_id: id })
    .where(sql<boolean>`(valid_until is null or valid_until > ${serviceNow})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Gives secrets an end, so many hours from now, and answers when that is. */
async function endAfter(
  tx: Tx,
  { partner_id, id }: EndpointKey,
  { hours, newest }: { hours: number; newest: boolean },
): Promise<Date | undefined> {
  const rows = await tx
    .updateTable('webhook_secret')
    .set({ valid_until: sql<Date>`${serviceNow} + ${hours}::int * interval '1 hour'` })
    .where((eb) => eb.and({ partner_id, endpoint_id: id }))
    .where('valid_until', newest ? 'is' : '>', newest ? null : nowAfterWait)
    .returning('valid_until')
    .execute()
  return rows[0]?.valid_until ?? undefined
}

/** The newest secret, for which a newer one comes. */
export const endNewest = (tx: Tx, of: EndpointKey, hours: number) =>
  endAfter(tx, of, { hours, newest: true })

/** Those that sign beside the newest one; undefined where there are none. */
export const endOlder = (tx: Tx, of: EndpointKey, hours: number) =>
  endAfter(tx, of, { hours, newest: false })

/** A secret that no longer signs is of use only to a thief. */
export async function deleteEnded(tx: Tx, { partner_id, id }: EndpointKey): Promise<void> {
  await tx
    .deleteFrom('webhook_secret')
    .where((eb) => eb.and({ partner_id, endpoint_id: id }))
    .where('valid_until', '<=', serviceNow)
    .execute()
}

/** Those of an endpoint that is deleted. */
export async function deleteSecrets(tx: Tx, { partner_id, id }: EndpointKey): Promise<void> {
  await tx
    .deleteFrom('webhook_secret')
    .where((eb) => eb.and({ partner_id, endpoint_id: id }))
    .execute()
}
