import { keptTexts } from '../../../../features/drafts/keepable.ts'
import type { Values } from '../../../../ui/fields/values.ts'
import type { Scope } from './use-requirements.ts'

export const feeSources = ['PAYMENTS_ACCOUNT', 'PREPAID', 'TRANSACTION'] as const
export type FeeSource = (typeof feeSources)[number]

/** What is kept of an unfinished verification form. */
export type KycDraft = Scope & {
  fields: Values
  /** The time of each consent, by its type. */
  consents: Values
  ip: string
  feeSource: FeeSource
  transactionHash: string
}

export const emptyDraft: KycDraft = {
  jurisdictionIds: [],
  level: 'STANDARD',
  fields: {},
  consents: {},
  ip: '',
  feeSource: 'PAYMENTS_ACCOUNT',
  transactionHash: '',
}

/** A kept draft over an empty one; whatever is not of its kind is left out. */
export function restoreDraft(kept: unknown): KycDraft {
  if (typeof kept !== 'object' || kept === null) return emptyDraft
  const stored = kept as Partial<Record<keyof KycDraft, unknown>>
  const ids: unknown[] = Array.isArray(stored.jurisdictionIds) ? stored.jurisdictionIds : []
  return {
    jurisdictionIds: ids.filter((id) => typeof id === 'string'),
    level: stored.level === 'ENHANCED' ? 'ENHANCED' : 'STANDARD',
    fields: keptTexts(stored.fields),
    consents: keptTexts(stored.consents),
    ip: typeof stored.ip === 'string' ? stored.ip : '',
    feeSource: feeSources.find((source) => source === stored.feeSource) ?? 'PAYMENTS_ACCOUNT',
    transactionHash: typeof stored.transactionHash === 'string' ? stored.transactionHash : '',
  }
}
