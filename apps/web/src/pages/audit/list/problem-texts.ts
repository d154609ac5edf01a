import type { AuditProblem } from '@corridor/signing/audit'
import type { AuditVerification } from '../../../api/queries/organisation/audit.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

export type Problem = { text: string; auditId: string | undefined }

type Kind = AuditProblem['kind'] | NonNullable<AuditVerification['problem']>['kind']
type Text = (from: string, to: string) => string

/** One entry is named by its number, several by the first and the last. */
const texts: Record<Kind, { single: Text; several?: Text }> = {
  changed: { single: (from) => t('Entry {from} was changed.', { from }) },
  removed: {
    single: (from) => t('Entry {from} was removed.', { from }),
    several: (from, to) => t('Entries {from} to {to} were removed.', { from, to }),
  },
  repeated: { single: (from) => t('Entry {from} is there twice, or out of order.', { from }) },
  out_of_order: { single: (from) => t('Entry {from} is there twice, or out of order.', { from }) },
  rewritten: {
    single: (from) => t('Entry {from} was changed together with its hash.', { from }),
    several: (from, to) =>
      t('One of the entries {from} to {to} was changed together with the hashes after it.', {
        from,
        to,
      }),
  },
  unsigned: {
    single: (from) => t('The checkpoint at entry {from} was not signed by this key.', { from }),
  },
  slipped_in: { single: () => t('An entry was slipped in among older ones.') },
  public_hash: { single: (from) => t('The hash of entry {from} was changed.', { from }) },
  checkpoint: {
    single: (from) => t('The checkpoint at entry {from} was changed or removed.', { from }),
  },
  files: { single: () => t('Its record outside the database was changed.') },
}

function textOf(kind: Kind, from: number, to: number): string {
  const { single, several } = texts[kind]
  const say = from === to ? single : (several ?? single)
  return say(countText(from), countText(to))
}

/** What the browser found, in words; the entries that can be opened have their id. */
export const ownProblems = (problems: readonly AuditProblem[]): Problem[] =>
  problems.map(({ kind, from, to, auditId }) => ({ text: textOf(kind, from, to), auditId }))

/** What the service found, in words. */
export function serviceProblem({ problem }: AuditVerification): Problem | undefined {
  if (!problem) return undefined
  const { kind, sequence = 0, until = sequence, auditId } = problem
  const isThere = kind !== 'removed'
  return { text: textOf(kind, sequence, until), auditId: isThere ? auditId : undefined }
}
