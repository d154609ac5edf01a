import { entityForm, type EntityForm } from '@corridor/contract/forms'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import { dayText } from '../../ui/format/day-text.ts'

export { dayText }

/** Days as the service reads them, also where a field was not left before the form was sent. */
function withDays(form: EntityForm): EntityForm {
  return {
    ...form,
    dateOfBirth: dayText(form.dateOfBirth),
    incorporationDate: dayText(form.incorporationDate),
    associatedPersons: form.associatedPersons.map((person) => ({
      ...person,
      dateOfBirth: dayText(person.dateOfBirth),
    })),
  }
}

const schema = standardSchemaResolver(entityForm)

/** What is wrong with the form, before the service says so. */
export const checkForm: Resolver<EntityForm> = (shown, context, options) =>
  schema(withDays(shown), context, options)
