import type { CreateEntity } from '@corridor/contract'
import { keptLatin, wholeName } from '@corridor/domain'
import { sql } from 'kysely'
import type { z } from 'zod'
import { isUniqueViolation } from '../../db/errors.ts'
import { type RowChange, type RowKey, versionedTable } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

export type NewEntity = z.output<typeof CreateEntity>

const entities = versionedTable('entity')

/** Finds a customer of this partner; another partner's is not found. */
export const findEntity = entities.findBatched

/** The same, held until the end of the transaction; records that refer to it need not wait. */
export const lockEntity = (tx: Tx, partnerId: string, id: string): Promise<EntityRow | undefined> =>
  entities.of(tx, partnerId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Finds a customer by its e-mail address, whatever its case. */
export const findEntityByEmail = (tx: Tx, partnerId: string, email: string) =>
  entities
    .of(tx, partnerId)
    .where('email_key', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()

/** What a new customer's row says of it. */
export const columnsOf = (entity: NewEntity) => ({
  type: entity.type,
  first_name: entity.firstName,
  last_name: entity.lastName,
  latin_name: keptLatin(nameOf(entity), entity.latinName),
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

export const nameOf = (entity: NewEntity): string =>
  entity.type === 'business' ? entity.businessName : wholeName(entity)

const asJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Inserts a customer, or returns undefined where its e-mail address is taken. */
export function insertEntity(
  tx: Tx,
  key: { partnerId: string; id: string },
  columns: ReturnType<typeof columnsOf>,
  missing: string[],
): Promise<EntityRow | undefined> {
  return entities.insertIfNew(tx, {
    ...columns,
    partner_id: key.partnerId,
    id: key.id,
    permanent_address: JSON.stringify(columns.permanent_address),
    business: asJson(columns.business),
    metadata: asJson(columns.metadata),
    kyc_status: 'NOT_STARTED',
    kyc_missing: missing,
  })
}

function registrationOf(entity: Extract<NewEntity, { type: 'business' }>) {
  const { businessName, registrationNumber, taxId, incorporationCountry } = entity
  const { incorporationDate, lei, website, industry, associatedPersons } = entity
  return {
    businessName,
    registrationNumber,
    taxId,
    incorporationCountry,
    incorporationDate,
    ...(lei === undefined ? {} : { lei }),
    ...(website === undefined ? {} : { website }),
    industry,
    associatedPersons,
  }
}

/** Writes a change of a locked row, or returns undefined where its new e-mail address is taken. */
export async function updateEntity(tx: Tx, key: RowKey, change: RowChange<'entity'>) {
  // A refused statement would take the whole transaction with it.
  await sql`savepoint entity_update`.execute(tx)
  try {
    return await entities.update(tx, key, change)
  } catch (error) {
    if (!isUniqueViolation(error, 'entity_email')) throw error
    await sql`rollback to savepoint entity_update`.execute(tx)
    return undefined
  }
}

/** Of any partner, for the operator. */
export const findEntityOfAny = (tx: Tx, id: string) =>
  tx.selectFrom('entity').select(['partner_id', 'id']).where('id', '=', id).executeTakeFirst()
