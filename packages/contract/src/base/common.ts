import { z } from 'zod'
import { failureTypes } from './failures.ts'
import { notOurs } from './ids.ts'
import { isLegalEntityIdentifier } from './lei.ts'
import { mailAddress, mailPattern } from './places.ts'
import { cleanLine, cleanName, isLatin, latinFault, nameFault } from './names.ts'

// Control characters and lone surrogates cannot be stored or shown, so they are refused on entry;
// what is only not seen is left out.
const plainText = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]*$/u

/** A line of text, 1 to 200 characters (operations.md 1). */
export const text = (max = 200) => z.string().overwrite(cleanLine).min(1).max(max).regex(plainText)
/** A value as a member of the dashboard reads it: sent back as it is, it stays unchanged. */
export const maskedText = () => z.string().max(200).regex(/••••/)
/** A text that may be empty. */
export const optionalText = (max = 200) => z.string().overwrite(cleanLine).max(max).regex(plainText)
/** A name, or a part of one, which may be empty; 200 characters at most, in any script. */
export const namePart = () =>
  z
    .string()
    .overwrite(cleanName)
    .max(200)
    .refine((name) => nameFault(name) === undefined, {
      error: ({ input }) => nameFault(String(input)) ?? '',
    })
/** A name in Latin letters, or '' to take it away. */
export const latinText = () => namePart().refine((name) => name === '' || isLatin(name), latinFault)
/** A name in any script. */
export const nameText = () => namePart().min(1)
/** A text that a partner knows a record by: it is compared, so that only its ends are trimmed. */
export const ownText = (min = 1, max = 200) => z.string().trim().min(min).max(max).regex(plainText)
/** The partner's own name of a transaction, which may not begin as one of the service's does. */
export const ownReference = () =>
  ownText().regex(
    notOurs,
    'Names that begin like the service’s own (dep_, exec_, refund-, …) are taken.',
  )
/** The id of a record; one that does not exist is answered with not found, whatever its form. */
export const recordId = () => z.string().min(1).max(200).regex(plainText)
/** An address of the web, as it was typed. */
export const webAddress = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(200)
    .regex(plainText)
/** A legal entity identifier (ISO 17442); its check digits are those of ISO 7064, mod 97-10. */
export const legalEntityIdentifier = () =>
  z
    .string()
    .regex(/^[A-Z0-9]{18}\d{2}$/)
    .refine(isLegalEntityIdentifier, 'The check digits of this legal entity identifier are wrong.')
/** ISO 8601 in UTC. */
export const timestamp = () => z.iso.datetime()
/** A time sent by a client: any offset. */
export const anyTimestamp = () => z.iso.datetime({ offset: true })
/** YYYY-MM-DD. */
export const calendarDate = () => z.iso.date()
/** A positive JSON number; its decimals are checked against the currency by the service. */
export const amount = () =>
  z.number().positive().meta({ description: 'Decimal amount, at most 15 significant digits.' })
/** An open value such as FAMILY_SUPPORT: capital letters and underscores. */
export const openCode = () => z.string().regex(/^[A-Z_]{2,40}$/)
/** Two-letter country code; small letters become capitals. */
export const countryCode = () =>
  z
    .string()
    .overwrite((code) => (/^[a-z]{2}$/i.test(code) ? code.toUpperCase() : code))
    .regex(/^[A-Z]{2}$/, 'Two capital letters of ISO 3166, such as DE.')
/** An e-mail address, whose domain becomes A-labels. */
export const emailAddress = () =>
  z.string().overwrite(mailAddress).max(200).email({
    pattern: mailPattern,
    error: 'An e-mail address such as name@example.com; a name in quotes is not taken.',
  })
/** Up to 50 partner-chosen members of plain text. */
export const metadata = () =>
  z
    .record(z.string().min(1).max(40).regex(plainText), ownText(0))
    .refine((m) => Object.keys(m).length <= 50)

export const Money = z
  .object({
    amount: z.number().describe('Amount in units of the currency, such as 12.5 for 12 dollars 50.'),
    currency: z.string().describe('Code of the currency or token, such as USD or USDC.'),
  })
  .meta({ id: 'Money' })

/** Why the record failed, and at which of its steps. */
export const RecordFailure = z.object({
  code: z.string().describe('Code of the failure, such as BENEFICIARY_ACCOUNT_CLOSED.'),
  type: z.string().describe('Family of the failure, such as BENEFICIARY or CHAIN.'),
  message: z.string().describe('The same in a sentence.'),
  retryable: z.boolean().describe('Whether trying again can succeed.'),
  at: timestamp().describe('When it failed.'),
  step: z.string().describe('Name of the step that failed; empty where it was none.'),
})

/** Who did something. */
export const actorMembers = {
  actorType: z.string().describe('Whether a member, a key or the service did it.'),
  actorId: z.string().describe('Id of the member or key.'),
  actorName: z
    .string()
    .describe('Name of the member or key, removed ones too; empty where it has none.'),
}

export const Pagination = z
  .object({
    limit: z.int().describe('How many records a page has at most.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Where the next page begins: send it as `cursor`; null on the last page.'),
    hasMore: z.boolean().describe('Whether there is a next page.'),
    total: z
      .int()
      .optional()
      .describe('How many records match; absent where they are not counted.'),
  })
  .meta({ id: 'Pagination' })

export const succeeded = () => z.literal(true).describe('Always true; a refusal answers false.')
export const outcome = () => z.string().describe('What was done, in a sentence for people.')
const envelope = {
  success: succeeded(),
  message: outcome().optional().describe('What was done, in a sentence; absent of most reads.'),
}

/** `{success, message?, data}` (specification, conventions). */
export const enveloped = <T extends z.ZodType>(data: T) =>
  z.object({ ...envelope, data: data.describe('What the operation answers with.') })

/** Whether this call made the record or found it, so that no reader has to parse `message`. */
export const created = () =>
  z.boolean().meta({ description: 'Whether this call made it; false where it was there already.' })

export const page = () => Pagination.describe('Place of this page in the list.')

/** A page of an array; `pagination` is beside `data`. */
export const listed = <T extends z.ZodType>(item: T) =>
  z.object({
    ...envelope,
    data: z.array(item).describe('Records of this page.'),
    pagination: page(),
  })

/** Paging parameters of every list; a bad one is refused, never clamped. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .transform(Number)
    .refine((limit) => limit <= 200)
    .optional(),
  // Of any form and length: whether it is one of ours, its seal says.
  cursor: z.string().optional(),
}

/** `sort=-createdAt`: a field name, descending with a minus. */
export const sortBy = <const F extends readonly string[]>(fields: F) =>
  z
    .enum(fields.flatMap((field) => [field, `-${field}`]))
    .optional()
    .describe('Member to sort by, with a minus before it for descending.')

export const ErrorDetail = z
  .looseObject({
    path: z.string().describe('Member or parameter that it is about, such as `account.iban`.'),
    code: z.string().describe('Code of what is wrong with it, such as FIELD_REQUIRED.'),
    message: z.string().describe('The same in a sentence.'),
    allowed: z
      .array(z.string())
      .optional()
      .describe('Values or actions that would be taken; absent where they cannot be listed.'),
  })
  .meta({ id: 'ErrorDetail' })
export type ErrorDetail = z.infer<typeof ErrorDetail>

export const ErrorBody = z
  .object({
    success: z.literal(false).describe('Always false for an error.'),
    message: z.string().describe('What is wrong, in a sentence.'),
    error: z
      .object({
        code: z.string().describe('The code to act on; its meaning never changes.'),
        type: z.enum(failureTypes).describe('Kind of error, the same for many codes.'),
        requestId: z.string().describe('Id of the request, `req_…`, for support.'),
        details: z.array(ErrorDetail).describe('What it is about, part by part; may be empty.'),
        retryable: z.boolean().describe('Whether the same request may succeed later.'),
        docRef: z
          .string()
          .optional()
          .describe('Address of a page that explains it; absent where there is none.'),
      })
      .describe('Why the request was refused.'),
  })
  .meta({ id: 'Error' })
