import { z } from 'zod'
import { text } from './common.ts'

export const fieldTypes = ['text', 'select', 'date', 'radio', 'file', 'address', 'phone'] as const
export const fieldValidations = [
  'iban-mod97',
  'aba',
  'clabe',
  'ifsc',
  'bic',
  'evm',
  'solana',
] as const

/**
 * One thing that is asked for, of a customer or of an account (operations.md 3). Server,
 * dashboard and partners' own forms read the same description.
 */
export const Field = z
  .object({
    key: z.string().describe('Path of the member that answers it, such as `account.iban`.'),
    label: z.string().describe('What a form calls it, in English.'),
    type: z.enum(fieldTypes).describe('What kind of control asks for it.'),
    required: z.boolean().describe('Whether it has to be answered.'),
    refreshOnChange: z
      .boolean()
      .describe('Whether other fields may change with this one: send the partial form again.'),
    minLength: z.int().describe('Fewest characters of an answer.'),
    maxLength: z.int().describe('Most characters of an answer.'),
    pattern: z
      .string()
      .describe('Regular expression over the value without spaces around it; empty takes any.'),
    validation: z
      .enum(fieldValidations)
      .nullable()
      .describe('Check of the value beyond its pattern, by name; null where there is none.'),
    check: z
      .string()
      .optional()
      .describe('Rule beyond `validation`, such as `nuban` or `cpf`; absent of most fields.'),
    example: z.string().describe('A value that is accepted; empty where there is none.'),
    options: z
      .array(
        z.object({
          value: z.string().describe('The value to send.'),
          label: z.string().describe('What a form calls it, in English.'),
        }),
      )
      .describe('Values to choose from; empty where any is taken.'),
    dependsOn: z
      .array(
        z.object({
          key: z.string().describe('Key of another field.'),
          equals: z.string().describe('Its answer for this field to be asked for.'),
        }),
      )
      .describe('Asked for only while all of these hold.'),
    helpText: z.string().describe('A hint for whoever answers; empty where there is none.'),
    sensitive: z
      .boolean()
      .describe('Whether it is masked in lists and encrypted where it is stored.'),
    value: z
      .string()
      .optional()
      .describe(
        'What the service knows already, for the form to begin with; absent where it knows nothing.',
      ),
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof Field>

/** A file inside JSON; as multipart it is a part named by the same member. */
export const FileInput = z
  .object({
    fileName: text().describe('Name of the file, with its ending.'),
    mime: text(100).describe('Type of the file, such as application/pdf or image/png.'),
    contentBase64: z.string().min(1).describe('The whole file in base64.'),
  })
  .meta({ id: 'File' })
export type FileInput = z.infer<typeof FileInput>

/** More answers than any form asks for. */
const answersMax = 1_000

/** How many values lie in a body, counted no further than needed. */
function countValues(root: unknown): number {
  let count = 0
  const open: unknown[] = [root]
  while (open.length > 0 && count <= answersMax) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) count += 1
    else open.push(...Object.values(value as Record<string, unknown>).slice(0, answersMax + 1))
  }
  return count
}

/** Answers to fields by their key; nested members are the same as dotted keys. */
export const FieldValues = z
  .record(z.string().min(1).max(200), z.unknown())
  .refine((values) => countValues(values) <= answersMax, `At most ${answersMax} answers`)
