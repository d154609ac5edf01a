import { z } from 'zod'
import { failureTypes } from './failures.ts'
import { notOurs } from './ids.ts'

// Control characters and lone surrogates cannot be stored or shown, so they are refused at the door.
const plainText = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]*$/u

/** A line of text, 1 to 200 characters (operations.md 1). */
export const text = (max = 200) => z.string().trim().min(1).max(max).regex(plainText)
/** A text that may be empty. */
/** A value as a member of the dashboard reads it: sent back as it is, it stays unchanged. */
export const maskedText = () => z.string().max(200).regex(/••••/)
export const optionalText = (max = 200) => z.string().trim().max(max).regex(plainText)
/** The partner's own name of a transaction, which may not begin as one of the service's does. */
export const ownReference = () =>
  text().regex(
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
/** ISO 8601 in UTC. */
export const timestamp = () => z.iso.datetime()
/** A time sent by a client: any offset. */
export const anyTimestamp = () => z.iso.datetime({ offset: true })
/** YYYY-MM-DD. */
export const calendarDate = () => z.iso.date()
/** A positive JSON number; its decimals are checked against the currency by the service. */
export const amount = () =>
  z.number().positive().meta({ description: 'Decimal amount, at most 15 significant digits' })
/** An open value such as FAMILY_SUPPORT: capital letters and underscores. */
export const openCode = () => z.string().regex(/^[A-Z_]{2,40}$/)
/** Two-letter country code, upper case. */
export const countryCode = () => z.string().regex(/^[A-Z]{2}$/)
/** Up to 50 partner-chosen members of plain text. */
export const metadata = () =>
  z
    .record(z.string().min(1).max(40).regex(plainText), optionalText())
    .refine((m) => Object.keys(m).length <= 50)

export const Money = z.object({ amount: z.number(), currency: z.string() }).meta({ id: 'Money' })

/** Why the record failed, and at which of its steps. */
export const RecordFailure = z.object({
  code: z.string(),
  type: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  at: timestamp(),
  step: z.string(),
})

export const Pagination = z
  .object({
    limit: z.int(),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
    total: z.int().optional(),
  })
  .meta({ id: 'Pagination' })

/** `{success, message?, data}` (specification, conventions). */
export const enveloped = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data })

/** Whether this call made the record or found it, so that no reader has to parse `message`. */
export const created = () =>
  z.boolean().meta({ description: 'Whether this call made it; false where it was there already' })

/** A page of an array; `pagination` is beside `data`. */
export const listed = <T extends z.ZodType>(item: T) =>
  z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data: z.array(item),
    pagination: Pagination,
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
  z.enum(fields.flatMap((field) => [field, `-${field}`])).optional()

export const ErrorBody = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({
      code: z.string(),
      type: z.enum(failureTypes),
      requestId: z.string(),
      details: z.array(
        z.looseObject({
          path: z.string(),
          code: z.string(),
          message: z.string(),
          allowed: z.array(z.string()).optional(),
        }),
      ),
      retryable: z.boolean(),
      docRef: z.string().optional(),
    }),
  })
  .meta({ id: 'Error' })

export type ErrorDetail = z.infer<typeof ErrorBody>['error']['details'][number]
