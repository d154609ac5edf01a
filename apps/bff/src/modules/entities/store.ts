import type { CreateEntity } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { endOf, keyset, type Page, type SortKey } from '../../api/paging.ts'
import type { DB } from '../../db/types.generated.ts'
import type { Tx } from '../../db/open.ts'

export type EntityRow = Selectable<DB['entity']>
export type NewEntity = z.output<typeof CreateEntity>
export type EntityFilter = {
  type?: EntityRow['type'] | undefined
  kycStatus?: string | undefined
  country?: string | undefined
  q?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
}

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
  name: { expression: sql`lower(business_name || last_name || ' ' || first_name)`, type: 'text' },
}

/** Finds a customer of this partner; another partner's is not found. */
export const findEntity = (tx: Tx, partnerId: string, id: string): Promise<EntityRow | undefined> =>
  tx
    .selectFrom('entity')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findEntityIdByEmail = async (tx: Tx, partnerId: string, email: string) => {
  const row = await tx
    .selectFrom('entity')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return row?.id
}

/** Inserts a customer, or gives nothing where its e-mail address is taken. */
export function insertEntity(tx: Tx, partnerId: string, id: string, entity: NewEntity) {
  return tx
    .insertInto('entity')
    .values({
      partner_id: partnerId,
      id,
      type: entity.type,
      first_name: entity.firstName,
      last_name: entity.lastName,
      email: entity.email,
      phone_number: entity.phoneNumber,
      nationality: entity.nationality,
      date_of_birth: entity.dateOfBirth === '' ? null : entity.dateOfBirth,
      permanent_address: JSON.stringify(entity.permanentAddress),
      business_name: entity.type === 'business' ? entity.businessName : '',
      business: entity.type === 'business' ? JSON.stringify(registrationOf(entity)) : null,
      external_reference: entity.externalReference ?? null,
      metadata: entity.metadata ? JSON.stringify(entity.metadata) : null,
      kyc_status: 'NOT_STARTED',
      created_at: sql<Date>`service_now()`,
      updated_at: sql<Date>`service_now()`,
      version: 1,
    })
    .onConflict((conflict) => conflict.expression(sql`partner_id, lower(email)`).doNothing())
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

export function listEntities(tx: Tx, partnerId: string, filter: EntityFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return filtered(tx, partnerId, filter)
    .selectAll()
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export async function countEntities(
  tx: Tx,
  partnerId: string,
  filter: EntityFilter,
): Promise<number> {
  const row = await filtered(tx, partnerId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function filtered(tx: Tx, partnerId: string, filter: EntityFilter) {
  const { type, kycStatus, country, q, createdFrom, createdTo } = filter
  let query = tx.selectFrom('entity').where('partner_id', '=', partnerId)
  if (type) query = query.where('type', '=', type)
  if (kycStatus) query = query.where('kyc_status', '=', kycStatus)
  if (country)
    query = query.where(
      sql<boolean>`(nationality = ${country} or permanent_address->>'country' = ${country})`,
    )
  if (createdFrom) query = query.where('created_at', '>=', new Date(createdFrom))
  if (createdTo) query = query.where('created_at', '<', endOf(createdTo))
  if (q) query = query.where(sql<boolean>`(${searched} like ${likePattern(q)} or id = ${idIn(q)})`)
  return query
}

/** An id is searched for as a whole. */
const idIn = (q: string) => parseId('ent', q.toLowerCase()) ?? null

const searched = sql`lower(first_name || ' ' || last_name || ' ' || business_name || ' ' || email || ' ' || coalesce(external_reference, ''))`
const likePattern = (q: string) => `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
