import type { externalAccounts } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import type { Handlers } from '../../api/handlers.ts'
import { detail, Refusal } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { findEntity } from '../entities/store.ts'
import { answersOf, requirementsOf } from './account-rules.ts'
import { customerName } from './customer-name.ts'

/** What accounts of a jurisdiction need, before and while a form is filled in. */
export function requirementHandlers({
  jurisdictions,
}: Pick<Deps, 'jurisdictions'>): Pick<
  Handlers<typeof externalAccounts>,
  'requirements' | 'evaluate'
> {
  return {
    requirements: async (_tx, { query }) => {
      const jurisdiction = jurisdictionOf(query.jurisdictionId)
      const { entityType, ownership, rail } = query
      const amount = query.amount === undefined ? undefined : amountOf(query.amount)
      const choice = { ...choiceOf({ entityType, ownership }), rail, amount }
      const { issues, ...found } = requirementsOf(jurisdiction, choice, answersOf(jurisdiction, {}))
      // Of a form that is not begun yet, only a word of the filter can be wrong.
      if (issues.length > 0)
        throw new Refusal('FIELD_INVALID', 'Some fields are not valid.', { details: issues })
      return { success: true, data: found }
    },
    evaluate: async (tx, { body }, caller) => {
      const jurisdiction = jurisdictionOf(body.jurisdictionId)
      const { ownership, rail, type, amount } = body
      const entity = body.entityId ? await entityOf(tx, caller.partnerId, body.entityId) : undefined
      const isOwn = entity !== undefined && ownership !== 'THIRD_PARTY'
      const known = isOwn ? { 'accountHolder.name': customerName(entity) } : {}
      const choice = choiceOf({ entityType: entity?.type ?? body.entityType, ownership })
      const asked = { ...choice, rail, type, amount, known }
      const data = requirementsOf(jurisdiction, asked, answersOf(jurisdiction, body))
      const message =
        data.issues.length === 0 ? 'Nothing is wrong so far.' : 'Some fields are not valid.'
      return { success: true, message, data }
    },
  }

  function jurisdictionOf(id: string) {
    const jurisdiction = jurisdictions.byId(id)
    if (jurisdiction) return jurisdiction
    const message = 'No jurisdiction has this id.'
    throw new Refusal('RECORD_NOT_FOUND', message, {
      details: [detail('jurisdictionId', 'RECORD_NOT_FOUND', message)],
      byState: true,
    })
  }
}

async function entityOf(tx: Tx, partnerId: string, entityId: string) {
  const id = parseId('ent', entityId)
  const entity = id && (await findEntity(tx, partnerId, id))
  if (entity) return entity
  throw new Refusal('ENTITY_NOT_FOUND', 'No entity has this id.', { byState: true })
}

/** Without the members that were not sent: absent and undefined are not the same to the rules. */
const choiceOf = ({
  entityType,
  ownership,
}: {
  entityType?: 'individual' | 'business' | undefined
  ownership?: 'SELF' | 'THIRD_PARTY' | undefined
}) => ({ ...(entityType ? { entityType } : {}), ...(ownership ? { ownership } : {}) })

function amountOf(text: string): number {
  if (/^\d{1,15}(\.\d{1,18})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Refusal('FIELD_INVALID', 'Check amount.', {
    details: [detail('amount', 'FIELD_INVALID', 'An amount is a positive decimal number.')],
  })
}
