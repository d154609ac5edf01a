import type { Field } from '@corridor/contract'
import type { Values } from '../../../../ui/fields/values.ts'
import type { Scope } from './use-requirements.ts'

export const feeSources = ['PREPAID', 'PAYMENTS_ACCOUNT', 'TRANSACTION'] as const
export type FeeSource = (typeof feeSources)[number]

/** What is kept of an unfinished verification form. */
export type KycDraft = Scope & {
  fields: Values
  /** When each consent was given, by its type. */
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
  const said = kept as Partial<Record<keyof KycDraft, unknown>>
  const ids: unknown[] = Array.isArray(said.jurisdictionIds) ? said.jurisdictionIds : []
  return {
    jurisdictionIds: ids.filter((id) => typeof id === 'string'),
    level: said.level === 'ENHANCED' ? 'ENHANCED' : 'STANDARD',
    fields: textsOf(said.fields),
    consents: textsOf(said.consents),
    ip: typeof said.ip === 'string' ? said.ip : '',
    feeSource: feeSources.find((source) => source === said.feeSource) ?? 'PREPAID',
    transactionHash: typeof said.transactionHash === 'string' ? said.transactionHash : '',
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
