import { type AnswerOf, audit, call, q } from '../../call.ts'
import { listSource, type RowOf } from '../../list-source.ts'

export type AuditEntry = RowOf<typeof audit.list>
export type AuditRecord = AnswerOf<typeof audit.read>['data']
export type AuditProof = AnswerOf<typeof audit.proof>['data']
export type AuditVerification = AnswerOf<typeof audit.verify>['data']

export const auditSource = listSource(['audit', 'list'], audit.list)

/** Always read: no message is about a change that nobody should be able to make. */
export const auditEntryQuery = (auditId: string) =>
  q(audit.read, { auditId }, { staleTime: 0, refetchOnMount: 'always' })

const pageMax = '500'

/** Entries after a place in the order of the log, with what proves them. Never from a cache. */
export const readProof = async (after: number, signal: AbortSignal): Promise<AuditProof> =>
  (await call(audit.proof, { query: { after: String(after), limit: pageMax } }, { signal })).data

/** What the service finds by its own keys, after a place. */
export const readVerification = async (
  after: number,
  signal: AbortSignal,
): Promise<AuditVerification> =>
  (await call(audit.verify, { query: { after: String(after) } }, { signal })).data
