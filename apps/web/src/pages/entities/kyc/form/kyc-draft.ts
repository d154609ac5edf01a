import type { Field } from '@corridor/contract'
import type { Values } from '../../../../ui/fields/values.ts'
import type { Scope } from './use-requirements.ts'

export const feeSources = ['PREPAID', 'PAYMENTS_ACCOUNT', 'TRANSACTION'] as const
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
  feeSource: 'PREPAID',
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
    fields: textsOf(stored.fields),
    consents: textsOf(stored.consents),
    ip: typeof stored.ip === 'string' ? stored.ip : '',
    feeSource: feeSources.find((source) => source === stored.feeSource) ?? 'PREPAID',
    transactionHash: typeof stored.transactionHash === 'string' ? stored.transactionHash : '',
  }
}

function textsOf(record: unknown): Values {
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(
    Object.entries(record).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** What may be kept: drafts are plain text, so numbers that identify a person stay out of them. */
export function keepable(fields: readonly Field[], typed: Values): Values {
  const sensitive = new Set(fields.filter((field) => field.sensitive).map(({ key }) => key))
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !sensitive.has(key)))
}
