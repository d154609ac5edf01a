import { type Member, type Transfer, transferMembers } from '@corridor/contract'
import type { z } from 'zod'
import type { NewTransfer, TransferRow } from '../../db/schema/rows.ts'

/** Columns of members that are stored as they are: by these a member is read, written and filtered. */
export const memberColumns = {
  transactionId: 'transaction_id',
  direction: 'direction',
  rateHoldUntil: 'rate_hold_until',
  validUntil: 'valid_until',
  purposeCode: 'purpose_code',
  sourceOfFunds: 'source_of_funds',
  reference: 'reference',
  metadata: 'metadata',
  estimatedArrival: 'estimated_arrival',
  leavesAt: 'leaves_at',
  payloadHash: 'payload_hash',
  transactionHash: 'transaction_hash',
  createdAt: 'created_at',
  startedAt: 'started_at',
  completedAt: 'completed_at',
  version: 'version',
} as const satisfies Partial<Record<keyof typeof transferMembers, keyof TransferRow>>

export type StoredMember = keyof typeof memberColumns

const stored = (Object.keys(memberColumns) as StoredMember[]).map((name) => {
  const member: Member = transferMembers[name]
  return { ...member, name, column: memberColumns[name] }
})

/** Members as their columns have them; one that may be absent is so where its column is empty. */
export function storedMembers(row: TransferRow): Pick<z.output<typeof Transfer>, StoredMember> {
  const body: Record<string, unknown> = {}
  for (const { name, column, optional } of stored) {
    const value = row[column] ?? ''
    if (!optional || value !== '') body[name] = value instanceof Date ? value.toISOString() : value
  }
  return body as Pick<z.output<typeof Transfer>, StoredMember>
}

/** Columns of what a quote was given of the members that it may bring. */
export function givenColumns(given: Readonly<Record<string, unknown>>): Partial<NewTransfer> {
  const columns = stored.filter((member) => member.given)
  return Object.fromEntries(columns.map(({ name, column }) => [column, given[name] ?? '']))
}
