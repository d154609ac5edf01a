import type { entities } from '@corridor/contract'
import { proposedLatin } from '@corridor/domain/transliteration'
import { type Handlers, listed, success } from '../../api/handlers.ts'
import { shownAs } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PersonService } from '../kyc/persons/service.ts'
import { likenessesBody } from './likeness-view.ts'
import type { EntityFilter } from './list-store.ts'
import type { EntityService } from './service.ts'
import { shownTo } from './masking.ts'
import { entityBody, listedBody } from './view.ts'

const valueOrThrow = answersFor({
  ILLEGAL_TRANSITION: 'This is not changed any more, or contradicts what was decided.',
  RECORD_NOT_FOUND: 'These two customers are not alike.',
})

export function entityHandlers(
  service: EntityService,
  persons: PersonService,
  deps: Deps,
): Handlers<typeof entities> {
  return {
    create: async (tx, { body }, caller) => {
      const row = valueOrThrow(await service.create(tx, caller, body))
      const entity = shownTo(caller, entityBody(row))
      const message = 'Entity created.'
      return success({ entityId: entity.entityId, message, entity }, message)
    },
    proposeName: (_tx, { body: { name, ...of } }) => {
      const isPerson = of.type === 'individual'
      const latinName = proposedLatin(name, { country: of.country, isPerson })
      return Promise.resolve(success({ latinName }))
    },
    read: async (tx, { params }, caller) => {
      const row = valueOrThrow(await service.read(tx, caller, params.entityId))
      return success(shownTo(caller, entityBody(row)), 'Entity found.')
    },
    readByEmail: async (tx, { params }, caller) => {
      const row = valueOrThrow(await service.readByEmail(tx, caller, params.email))
      return success(shownTo(caller, entityBody(row)), 'Entity found.')
    },
    list: listed(deps, 'entities', async (tx, caller, query: EntityFilter, page) => {
      const found = valueOrThrow(await service.list(tx, caller, query, page))
      return shownAs(found, (row) => shownTo(caller, listedBody(row)))
    }),
    update: async (tx, { params, body }, caller) => {
      const { row, isChanged } = valueOrThrow(
        await service.update(tx, caller, params.entityId, body),
      )
      const message = isChanged ? 'Entity updated.' : 'The entity is already like this.'
      return success(shownTo(caller, entityBody(row)), message)
    },
    likenesses: async (tx, { params }, caller) => {
      const found = valueOrThrow(await persons.read(tx, caller, params.entityId))
      return success(likenessesBody(caller, found))
    },
    decideLikeness: async (tx, { params, body }, caller) => {
      const { entityId, otherEntityId } = params
      const { isChanged } = valueOrThrow(
        await persons.decide(tx, caller, entityId, otherEntityId, body),
      )
      const found = valueOrThrow(await persons.read(tx, caller, entityId))
      const message = isChanged ? 'Decided.' : 'It is decided so already.'
      return success(likenessesBody(caller, found), message)
    },
    reveal: async (tx, { params, body }, caller) => {
      const { row, revealedAt } = valueOrThrow(
        await service.reveal(tx, caller, params.entityId, body.reason),
      )
      return success({ ...entityBody(row), revealedAt }, 'Put on record.')
    },
  }
}
