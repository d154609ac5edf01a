import type { PayeeOutcome } from '@corridor/domain'
import { z } from 'zod'
import type { Kek } from '../../../db/kek.ts'
import { payeeOutcomes } from '@corridor/contract'

/** An answer is as good as a new one for so long. */
export const freshMs = 3_600_000

/** What a bank answered, as a token or a record keeps it. */
export type KeptAnswer = {
  outcome: PayeeOutcome
  /** The name that was asked about. */
  asked: string
  /** The holder as the bank has it; '' where it says none. */
  name: string
  scheme: string
  reference: string
  checkedAt: string
}

const Carried = z.object({
  number: z.string(),
  outcome: z.enum(payeeOutcomes),
  asked: z.string(),
  name: z.string(),
  scheme: z.string(),
  reference: z.string(),
  checkedAt: z.string(),
})
/** With the number it is about. */
export type Carried = z.output<typeof Carried>

const placeOf = (partnerId: string) => `payee_check.token:${partnerId}`

/** An answer that its partner carries, and that nobody else can make or read. */
export const sealToken = (kek: Kek, partnerId: string, answer: Carried): string =>
  Buffer.from(kek.seal(placeOf(partnerId), Buffer.from(JSON.stringify(answer)))).toString(
    'base64url',
  )

/** Nothing where this partner was not given it. */
export function openToken(kek: Kek, partnerId: string, token: string): Carried | undefined {
  try {
    const opened = kek.open(placeOf(partnerId), Buffer.from(token, 'base64url'))
    return Carried.parse(JSON.parse(Buffer.from(opened).toString('utf8')))
  } catch {
    return undefined
  }
}
