import type { Entity, entities } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Handlers } from '../../api/handlers.ts'
import { readPage } from '../../api/paging.ts'
import { answersFor } from '../../api/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { EntityService } from './service.ts'
import type { EntityRow } from './store.ts'

const valueOrThrow = answersFor({
  ENTITY_NOT_FOUND: 'No entity has this id.',
  ENTITY_EMAIL_EXISTS: 'Another entity has this e-mail address.',
  FIELD_INVALID: 'Some fields are not valid.',
})

export function entityHandlers(service: EntityService, deps: Deps): Handlers<typeof entities> {
  return {
    create: async (tx, { body }, caller) => {
      const row = valueOrThrow(await service.create(tx, caller, body))
      const entity = entityBody(row)
      const message = 'Entity created.'
      return { success: true, message, data: { entityId: entity.entityId, message, entity } }
    },
    read: async (tx, { params }, caller) => {
      const row = valueOrThrow(await service.read(tx, caller, params.entityId))
      return { success: true, message: 'Entity found.', data: entityBody(row) }
    },
    list: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'entities', query)
      const { items, pagination } = valueOrThrow(await service.list(tx, caller, query, page))
      return { success: true, data: items.map(entityBody), pagination }
    },
  }
}

/** A row in the words of the specification, part 2; a given text without a value is ''. */
export function entityBody(row: EntityRow): z.output<typeof Entity> {
  return {
    entityId: formatId('ent', row.id),
    type: row.type,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    nationality: row.nationality,
    dateOfBirth: row.date_of_birth ?? '',
    permanentAddress: row.permanent_address as z.output<typeof Entity>['permanentAddress'],
    ...(row.business as Partial<z.output<typeof Entity>> | null),
    ...(row.external_reference === null ? {} : { externalReference: row.external_reference }),
    ...(row.metadata === null ? {} : { metadata: row.metadata as Record<string, string> }),
    kycStatus: row.kyc_status as z.output<typeof Entity>['kycStatus'],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
