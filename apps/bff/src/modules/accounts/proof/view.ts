import type { AccountProof } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { ProofRow } from '../external/proof-store.ts'

/** What an attempt shows: the text to sign, or the payment to send, or the papers that were sent. */
export type ProofFacts = {
  message?: string
  payment?: { amount: number; minor: string; currency: string; toAddress: string }
  documents?: readonly string[]
}

export const factsOf = ({ facts }: Pick<ProofRow, 'facts'>): ProofFacts => facts as ProofFacts

/** The state of an attempt at a moment: one that nobody completed in time has ended. */
export const stateAt = ({ status, expires_at }: ProofRow, at: Date): ProofRow['status'] =>
  status === 'OPEN' && at >= expires_at ? 'EXPIRED' : status

/** The API view of an attempt to prove an account. */
export function proofBody(row: ProofRow, at: Date): z.output<typeof AccountProof> {
  const { message, payment, documents = [] } = factsOf(row)
  const status = stateAt(row, at)
  const { amount, currency, toAddress } = payment ?? {}
  return {
    proofId: formatId('prf', row.id),
    accountId: formatId('acc', row.account_id),
    method: row.method,
    status,
    reason: row.reason,
    ...(message === undefined ? {} : { message }),
    ...(amount !== undefined && currency !== undefined && toAddress !== undefined
      ? { payment: { amount, currency, toAddress } }
      : {}),
    answersLeft: status === 'OPEN' ? row.answers_left : 0,
    documents: [...documents],
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at.toISOString() }),
  }
}
