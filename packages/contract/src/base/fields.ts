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
    /** JSON path in the body that answers it, e.g. `account.iban`. */
    key: z.string(),
    label: z.string(),
    type: z.enum(fieldTypes),
    required: z.boolean(),
    /** Other fields may change with this one: send the partial form again. */
    refreshOnChange: z.boolean(),
    minLength: z.int(),
    maxLength: z.int(),
    /** Regular expression over the value without spaces around it; '' takes any. */
    pattern: z.string(),
    validation: z.enum(fieldValidations).nullable(),
    /** A rule beyond `validation`, such as `nuban` or `cpf`; `checks.ts` of the domain. */
    check: z.string().optional(),
    /** A value that is accepted. */
    example: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Asked for only while all of these hold. */
    dependsOn: z.array(z.object({ key: z.string(), equals: z.string() })),
    helpText: z.string(),
    /** Masked in lists and encrypted at rest. */
    sensitive: z.boolean(),
    /** What the service knows already, so that a form can begin with it. */
    value: z.string().optional(),
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof Field>

/** A file inside JSON; as multipart it is a part named by the same member. */
export const FileInput = z
  .object({
    fileName: text(),
    mime: text(100),
    contentBase64: z.string().min(1),
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
