import { z } from 'zod'
import { created, outcome, page, succeeded } from '../base/common.ts'

export const at = <const P extends string>(path: P) => `/api/v1/xfer/payin${path}` as const

/** The specification nests one level more here: `data.message` and `data.data`. */
export const nested = <T extends z.ZodType>(data: T) =>
  envelopeOf({ message: outcome(), data: inner(data) })
/** The same, and whether anything came of the call; `created` is beside `message`. */
export const nestedCreation = <T extends z.ZodType>(data: T) =>
  envelopeOf({ message: outcome(), created: created(), data: inner(data) })
export const nestedPage = <T extends z.ZodType>(data: T) =>
  nested(data).extend({ pagination: page() })
const inner = <T extends z.ZodType>(data: T) => data.describe('What the operation answers with.')
const envelopeOf = <S extends z.ZodRawShape>(shape: S) =>
  z.object({
    success: succeeded(),
    data: z.object(shape).describe('The answer, and what was done.'),
  })
