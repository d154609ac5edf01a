import type { Entity, EntityListItem } from '@corridor/contract'
import { customerNames, formatId } from '@corridor/domain'
import { latinMembers } from '@corridor/domain/transliteration'
import type { z } from 'zod'
import type { ListedRow } from './list-store.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

type Body = z.output<typeof Entity>

/** The API view of a row (interface-specification.md 2); a text member without a value is ''. */
export function entityBody(row: EntityRow): Body {
  const { incorporationCountry: registeredIn = '' } = (row.business ?? {}) as Partial<Body>
  const address = row.permanent_address as Body['permanentAddress']
  return {
    entityId: formatId('ent', row.id),
    type: row.type,
    firstName: row.first_name,
    lastName: row.last_name,
    ...latinMembers(customerNames(row), {
      country: registeredIn || row.nationality || address.country,
      isPerson: row.type === 'individual',
    }),
    email: row.email,
    phoneNumber: row.phone_number,
    nationality: row.nationality,
    dateOfBirth: row.date_of_birth ?? '',
    permanentAddress: address,
    ...(row.business as Partial<Body> | null),
    ...(row.external_reference === null ? {} : { externalReference: row.external_reference }),
    ...(row.metadata === null ? {} : { metadata: row.metadata as Record<string, string> }),
    kycStatus: row.kyc_status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

export function listedBody(row: ListedRow): z.output<typeof EntityListItem> {
  const { accounts, wallets, likenesses, kyc_missing: missing } = row
  return { ...entityBody(row), accounts, wallets, missing, likenesses }
}
