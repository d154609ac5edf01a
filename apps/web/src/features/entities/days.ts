import type { EntityForm } from '@corridor/contract/forms'
import { dayText } from '../../ui/format/day-text.ts'

export { dayText }

/** Days as the service reads them, also where a field was not left before the form was sent. */
export function withDays(form: EntityForm): EntityForm {
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
