import type { Field } from '@corridor/contract'
import type { TransferRow } from '../../db/schema/rows.ts'

/** What an ordinary quote says beside its amounts, as kept in the column `quote`. */
export type QuoteFacts = {
  /** Before the spread; decimal text of at most 15 significant digits. */
  midRate: string
  spreadBps: number
  /** Where the mid rate comes from and the day it is of. */
  source: string
  asOf: string
  /** What the fees were made of; minor units of the source currency as text. */
  terms: { partnerBps: number; svcBps: number; svcFixed: string; txFee: string }
  steps: { name: string; etaMinutes: number }[]
  requirements: Field[]
  risk: { level: 'LOW' | 'MEDIUM' | 'HIGH'; reasons: string[]; acknowledgementRequired: boolean }
  acknowledgement: { text: string; version: string }
  verificationRequired: boolean
  approval: { required: boolean; policyId: string; approvalsNeeded: number }
  /** In units of the source currency. */
  limits: { min: number; max: number; remainingDaily: number }
  /** Worth at the mid rate in millionths of a US dollar, as text: what daily limits count. */
  worth: string
}

/** What the quote said. @throws for a transfer that is no ordinary one */
export function quoteFacts({ quote, kind }: Pick<TransferRow, 'quote' | 'kind'>): QuoteFacts {
  if (kind !== 'ordinary' || quote === null) throw new TypeError('not an ordinary transfer')
  return quote as QuoteFacts
}
