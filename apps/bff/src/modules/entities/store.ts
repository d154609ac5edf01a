import type { CreateEntity } from '@corridor/contract'
import { sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import { isUniqueViolation } from '../../db/errors.ts'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import { inOrder, type RecordKey, recordKey, recordKeys } from '../../db/record-keys.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { batchedRead } from '../../db/batch.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

export type NewEntity = z.output<typeof CreateEntity>

const entityOf = (tx: Tx, partnerId: string) => rowsOf(tx, 'entity', { partner_id: partnerId })

/** Finds a customer of this partner; another partner's is not found. */
export const findEntity = (tx: Tx, partnerId: string, id: string): Promise<EntityRow | undefined> =>
  find(tx, { partnerId, id })

const find = batchedRead<RecordKey, EntityRow | undefined>(recordKey, async (tx, keys) => {
  const { rows } = await sql<EntityRow>`select e.* from ${recordKeys(keys)}
    join entity e on e.partner_id = g.partner and e.id = g.id`.execute(tx)
  return inOrder(keys, rows)
})

/** The same, held until the end of the transaction; records that refer to it need not wait. */
export const lockEntity = (tx: Tx, partnerId: string, id: string): Promise<EntityRow | undefined> =>
  entityOf(tx, partnerId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Finds a customer by its e-mail address, whatever its case. */
export const findEntityByEmail = (
  tx: Tx,
  partnerId: string,
  email: string,
): Promise<EntityRow | undefined> =>
  entityOf(tx, partnerId)
    .where('email_key', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()

/** What a new customer's row says of it. */
export const columnsOf = (entity: NewEntity) => ({
  type: entity.type,
  first_name: entity.firstName,
  last_name: entity.lastName,
  email: entity.email,
  phone_number: entity.phoneNumber,
  nationality: entity.nationality,
  date_of_birth: entity.dateOfBirth === '' ? null : entity.dateOfBirth,
  permanent_address: entity.permanentAddress,
  business_name: entity.type === 'business' ? entity.businessName : '',
  business: entity.type === 'business' ? registrationOf(entity) : null,
  external_reference: entity.externalReference || null,
  metadata: entity.metadata ?? null,
})

const asJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Inserts a customer, or returns undefined where its e-mail address is taken. */
export function insertEntity(
  tx: Tx,
  key: { partnerId: string; id: string },
  columns: ReturnType<typeof columnsOf>,
  missing: string[],
): Promise<EntityRow | undefined> {
  return tx
    .insertInto('entity')
    .values({
      ...columns,
      partner_id: key.partnerId,
      id: key.id,
      permanent_address: JSON.stringify(columns.permanent_address),
      business: asJson(columns.business),
      metadata: asJson(columns.metadata),
      kyc_status: 'NOT_STARTED',
      kyc_missing: missing,
      created_at: serviceNow,
      updated_at: serviceNow,
      version: 1,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'email_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

function registrationOf(entity: Extract<NewEntity, { type: 'business' }>) {
  const { businessName, registrationNumber, taxId, incorporationCountry } = entity
  const { incorporationDate, website, industry, associatedPersons } = entity
  return {
    businessName,
    registrationNumber,
    taxId,
    incorporationCountry,
    incorporationDate,
    ...(website === undefined ? {} : { website }),
    industry,
    associatedPersons,
  }
}

/** Writes a change of a locked row, or returns undefined where its new e-mail address is taken. */
export async function updateEntity(
  tx: Tx,
  { partner_id, id }: Pick<EntityRow, 'partner_id' | 'id'>,
  change: Updateable<DB['entity']>,
): Promise<EntityRow | undefined> {
  // A refused statement would take the whole transaction with it.
  await sql`savepoint entity_update`.execute(tx)
  try {
    return await tx
      .updateTable('entity')
      .set({
        ...change,
        updated_at: serviceNow,
        version: sql<number>`version + 1`,
      })
      .where('partner_id', '=', partner_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (!isUniqueViolation(error, 'entity_email')) throw error
    await sql`rollback to savepoint entity_update`.execute(tx)
    return undefined
  }
}

/** Of any partner, for the operator. */
export const findEntityOfAny = (tx: Tx, id: string) =>
  tx.selectFrom('entity').select(['partner_id', 'id']).where('id', '=', id).executeTakeFirst()
