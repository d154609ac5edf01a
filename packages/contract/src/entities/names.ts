import { latinText, namePart } from '../base/common.ts'

/** A passport may have one name alone: then it is either part, and the other is empty. */
export const nameParts = {
  firstName: namePart().describe('First name of the person; empty where it has one name alone.'),
  lastName: namePart().describe('Last name of the person; empty where it has one name alone.'),
}

/** What banks and rails take, where the name itself is in another script. */
export const latinName = () =>
  latinText().describe(
    'Whole name in Latin letters, as the passport’s machine-readable zone or the register has it; where the name is in another script.',
  )

/** What refuses a person of neither name, beside all else that is wrong. */
export const nameless = {
  path: ['firstName'],
  message: 'A person has a first name, a last name or both.',
  when: ({ value }: { value: unknown }) => {
    const { firstName, lastName } = Object(value) as Record<string, unknown>
    return typeof firstName === 'string' && typeof lastName === 'string'
  },
}
