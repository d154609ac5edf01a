import type { externalAccounts } from '@corridor/contract'
import { type Handlers, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { RequirementService } from './requirements/service.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No jurisdiction has this id.',
})

/** What accounts of a jurisdiction need, before and while a form is filled in. */
export function requirementHandlers(
  service: RequirementService,
): Pick<Handlers<typeof externalAccounts>, 'requirements' | 'evaluate'> {
  return {
    requirements: (_tx, { query }) => Promise.resolve(success(valueOrThrow(service.read(query)))),
    evaluate: async (tx, { query, body }, caller) => {
      const data = valueOrThrow(await service.evaluate(tx, caller, query, body))
      const message =
        data.issues.length === 0 ? 'Nothing is wrong so far.' : 'Some fields are not valid.'
      return success(data, message)
    },
  }
}
