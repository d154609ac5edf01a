import { z } from 'zod'
import { countryCode, enveloped, latinText, namePart, nameText } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { entityTypes } from '../base/entity-types.ts'

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

export const proposeName = endpoint({
  id: 'entities.proposeName',
  module: 'entities',
  method: 'POST',
  path: '/api/v1/xfer/entity/latin-name',
  summary: 'Read how a name in another script may be spelled in Latin letters',
  scope: 'entities:read',
  body: z.object({
    name: nameText().describe('The whole name, in its own script.'),
    type: z
      .enum(entityTypes)
      .default('individual')
      .describe('Whose it is; a person’s when absent.'),
    country: countryCode()
      .or(z.literal(''))
      .default('')
      .describe('Nationality or seat: some letters are spelled by country; any when absent.'),
  }),
  response: enveloped(
    z.object({
      latinName: z
        .string()
        .describe(
          'A proposal for the bearer to correct; empty where the name is in Latin letters, and where it cannot be guessed.',
        ),
    }),
  ),
  failures: [],
})
