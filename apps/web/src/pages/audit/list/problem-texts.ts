import type { AuditProblem } from '@corridor/signing/audit'
import type { AuditVerification } from '../../../api/queries/audit.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

export type Problem = { text: string; auditId: string | undefined }

/** What the browser found, in words; the entries that can be opened have their id. */
export const ownProblems = (problems: readonly AuditProblem[]): Problem[] =>
  problems.map(({ kind, from, to, auditId }) => ({ text: ownText(kind, from, to), auditId }))

function ownText(kind: AuditProblem['kind'], first: number, last: number): string {
  const [from, to] = [countText(first), countText(last)]
  const isOne = first === last
  switch (kind) {
    case 'changed':
      return t('Entry {from} was changed.', { from })
    case 'removed':
      return isOne
        ? t('Entry {from} was removed.', { from })
        : t('Entries {from} to {to} were removed.', { from, to })
    case 'repeated':
      return t('Entry {from} is there twice, or out of order.', { from })
    case 'rewritten':
      return isOne
        ? t('Entry {from} was changed together with its hash.', { from })
        : t('One of the entries {from} to {to} was changed together with the hashes after it.', {
            from,
            to,
          })
    case 'unsigned':
      return t('The checkpoint at entry {from} was not signed by this key.', { from })
  }
}

/** What the service found, in words. */
export function serviceProblem({ problem }: AuditVerification): Problem | undefined {
  if (!problem) return undefined
  const { kind, sequence = 0, until = sequence, auditId } = problem
  return {
    text: serviceText(kind, sequence, until, problem.message),
    auditId: kind === 'removed' ? undefined : auditId,
  }
}

function serviceText(
  kind: NonNullable<AuditVerification['problem']>['kind'],
  first: number,
  last: number,
  message: string,
): string {
  const [from, to] = [countText(first), countText(last)]
  switch (kind) {
    case 'changed':
      return t('Entry {from} was changed.', { from })
    case 'removed':
      return first === last
        ? t('Entry {from} was removed.', { from })
        : t('Entries {from} to {to} were removed.', { from, to })
    case 'repeated':
    case 'out_of_order':
      return t('Entry {from} is there twice, or out of order.', { from })
    case 'slipped_in':
      return t('An entry was slipped in among older ones.')
    case 'public_hash':
      return t('The hash of entry {from} was changed.', { from })
    case 'checkpoint':
      return t('The checkpoint at entry {from} was changed or removed.', { from })
    case 'files':
      return t('Its record outside the database was changed: {message}', { message })
  }
}
