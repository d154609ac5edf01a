import { documentStates } from '@corridor/domain'
import type { KycDocument } from '../../../../api/queries/kyc.ts'
import type { Slot } from '../../../../features/kyc/kyc-labels.ts'

/** Documents that count for a slot, the newest first; one that was refused or has expired does not. */
export function documentsFor(
  { specs, person }: Pick<Slot, 'specs' | 'person'>,
  uploaded: readonly KycDocument[],
): KycDocument[] {
  const types = new Set<string>(specs.map(({ type }) => type))
  return uploaded
    .filter((item) => types.has(item.type) && item.person === person)
    .filter(({ status }) => documentStates[status].isLive)
    .toSorted((first, other) => Date.parse(other.uploadedAt) - Date.parse(first.uploadedAt))
}

/** What a submission names: for each slot its newest document. */
export function documentIdsFor(slots: readonly Slot[], uploaded: readonly KycDocument[]) {
  const ids = slots.flatMap((slot) => documentsFor(slot, uploaded).slice(0, 1))
  return [...new Set(ids.map(({ documentId }) => documentId))].map((documentId) => ({ documentId }))
}

/** Parts of the form beside fields and documents that a refusal may be about. */
export type Rest = 'consents' | 'ip' | 'feeSource' | 'transactionHash'

/** Where a path of a refusal belongs: `document:identity`, `documents.0.…`, `consents.1.ip`, `transactionHash`. */
export function problemsOf(
  path: string,
  slots: readonly Slot[],
): { slot?: string | undefined; rest?: Rest | undefined } {
  const [kind = '', name = ''] = path.split(/:(.*)/, 2)
  if (kind === 'document') {
    return { slot: slots.find(({ key, group }) => key === name || group === name)?.key }
  }
  if (kind === 'consent') return { rest: 'consents' }
  if (path.startsWith('consents')) return { rest: path.endsWith('.ip') ? 'ip' : 'consents' }
  const known = (['feeSource', 'transactionHash'] as const).find((item) => item === path)
  return { rest: known }
}
