import { documentsFor, evaluate, documentStates } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { setStatus } from './document-store.ts'
import { type KycDeps, openCase } from './progress.ts'
import { type DocumentRow, type KycRecord, readRecord } from './store.ts'
import { applyChange, type Move } from './transitions.ts'

const dayMs = 86_400_000
const actor = { type: 'scheduler', id: 'kyc-expiry' } as const

/** When the first of these documents has run out: the end of its last day, in UTC. */
export function lapsesAt(documents: readonly Pick<DocumentRow, 'expiry_date'>[]): Date | null {
  const days = documents.flatMap(({ expiry_date }) => (expiry_date === null ? [] : [expiry_date]))
  const [first] = days.toSorted()
  return first === undefined ? null : new Date(Date.parse(`${first}T00:00:00Z`) + dayMs)
}

const hasRunOut = ({ expiry_date }: DocumentRow, at: Date) =>
  expiry_date !== null && expiry_date < at.toISOString().slice(0, 10)
const isLive = ({ status }: DocumentRow) => documentStates[status].isLive

/**
 * Ends documents whose last day is over, and with them the approvals that they proved: where no
 * other document of their group is left.
 */
export async function expireDocuments(
  tx: Tx,
  deps: KycDeps,
  of: { partnerId: string; entityId: string },
): Promise<void> {
  const record = await readRecord(tx, of, { lock: true })
  const over = record?.documents.filter((row) => isLive(row) && hasRunOut(row, record.at)) ?? []
  if (!record || over.length === 0) return
  await setStatus(
    tx,
    of.partnerId,
    over.map(({ id }) => id),
    'EXPIRED',
  )
  const left = record.documents.filter((row) => isLive(row) && !over.includes(row))
  const bare = bareGroups(deps, record, over, left)
  const moves = record.capabilities
    .filter(({ status }) => bare.length > 0 && status === 'APPROVED')
    .map((capability): Move => ({ jurisdictionId: capability.jurisdiction_id, events: ['expire'] }))
  const by = { partnerId: of.partnerId, actor, requestId: '' }
  await applyChange(tx, deps, by, record, {
    moves,
    // Until the documents are replaced, nothing else is left that could run out sooner.
    ...(bare.length > 0 ? {} : { file: { expires_at: lapsesAt(left) } }),
    ...(moves.length > 0 ? { reasons: bare.map(expiredReason) } : {}),
    reason: 'a document has expired',
  })
}

/** Groups that were proved by what ran out, and now by nothing. */
function bareGroups(
  deps: KycDeps,
  record: KycRecord,
  over: readonly DocumentRow[],
  left: readonly DocumentRow[],
): string[] {
  const { subject, level } = openCase(deps, record)
  const documents = documentsFor(subject, level === 'ENHANCED').map((spec) => ({
    ...spec,
    required: true,
  }))
  const provedBy = (rows: readonly DocumentRow[]) => {
    const submitted = { values: {}, documents: rows, consents: [] }
    return new Set(evaluate({ groups: [], documents, consents: [] }, submitted).missing)
  }
  const [before, after] = [provedBy([...over, ...left]), provedBy(left)]
  return [...after].filter((key) => !before.has(key))
}

const expiredReason = (fixField: string) => ({
  code: 'DOCUMENT_EXPIRED',
  message: 'A document has expired. Send a new one.',
  fixBy: 'customer',
  fixField,
  retryable: true,
})
