import { takesSubmission } from '@corridor/domain'
import { codeLabel, codeText, serviceText } from '../../messages/service.ts'
import type { Capability, DocumentSpec, Kyc, Requirements } from '../../api/queries/kyc.ts'
import { t } from '../../messages/text.ts'

/** One jurisdiction with both directions, and what it still lacks in either. */
export type CapabilityRow = {
  jurisdictionId: string
  in: string | undefined
  out: string | undefined
  complete: number
  pending: readonly string[]
  missing: readonly string[]
  issues: readonly { key: string; message: string }[]
}

/** One row for each jurisdiction, those that lack something first. */
export function rowsOf(capabilities: readonly Capability[]): CapabilityRow[] {
  const byJurisdiction = Map.groupBy(capabilities, ({ jurisdictionId }) => jurisdictionId)
  const rows = [...byJurisdiction].map(([jurisdictionId, both]): CapabilityRow => {
    const keys = (name: 'complete' | 'pending' | 'missing') => [
      ...new Set(both.flatMap(({ requirements }) => requirements[name])),
    ]
    const issues = both.flatMap(({ requirements }) => requirements.issues)
    return {
      jurisdictionId,
      in: both.find(({ direction }) => direction === 'IN')?.status,
      out: both.find(({ direction }) => direction === 'OUT')?.status,
      complete: keys('complete').length,
      pending: keys('pending'),
      missing: keys('missing'),
      issues: [...new Map(issues.map((issue) => [issue.key, issue])).values()],
    }
  })
  const lacks = (row: CapabilityRow) => row.missing.length + row.issues.length > 0
  return [...rows.filter(lacks), ...rows.filter((row) => !lacks(row))]
}

/** Words for the keys of requirements; a key that nothing names stays as it is. */
export function labelsOf(
  requirements: Pick<Requirements, 'groups' | 'documents' | 'consents'> | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const { title, fields } of requirements?.groups ?? []) {
    for (const { key, label } of fields) {
      const shown = serviceText(label)
      labels.set(key, isOfPerson(key) ? `${shown} (${serviceText(title)})` : shown)
    }
  }
  for (const slot of slotsOf(requirements?.documents ?? [])) {
    labels.set(`document:${slot.key}`, slot.title)
    labels.set(`document:${slot.group}`, slot.title)
  }
  for (const type of requirements?.consents ?? []) labels.set(`consent:${type}`, consentText(type))
  return labels
}

function isOfPerson(key: string): boolean {
  return /\.\d+\./.test(key)
}

export function labelOf(key: string, labels: ReadonlyMap<string, string>): string {
  const known = labels.get(key)
  if (known) return known
  const [kind, name = ''] = key.split(':')
  if (kind === 'consent') return consentText(name)
  return kind === 'document' ? codeLabel(name) : key
}

export function consentText(type: string): string {
  return t('Consent: {name}', { name: codeText(type) })
}

/** A place for one document; any of its types will do. */
export type Slot = {
  key: string
  group: string
  title: string
  person: number | undefined
  required: boolean
  specs: readonly DocumentSpec[]
}

/** Documents that stand for each other are one slot; each associated person has its own. */
export function slotsOf(documents: readonly DocumentSpec[]): Slot[] {
  const slots = Map.groupBy(documents, ({ group, person }) =>
    person === undefined ? group : `${group}:${person}`,
  )
  return [...slots].flatMap(([key, specs]) => {
    const [first] = specs
    if (!first) return []
    return {
      key,
      group: first.group,
      title: titleOf(specs),
      person: first.person,
      required: specs.some(({ required }) => required),
      specs,
    }
  })
}

/** What the labels of a slot end with alike: ` of Ada Okafor`, where each of them names whose it is. */
function tailOf(specs: readonly DocumentSpec[]): string {
  const [first, ...others] = specs
  const at = first?.label.indexOf(tailStart) ?? -1
  const tail = first && at >= 0 && others.length > 0 ? first.label.slice(at) : ''
  return others.every(({ label }) => label.endsWith(tail)) ? tail : ''
}

const tailStart = ' of '

/** `Passport`, or for documents that stand for each other what they prove: `Identity of Ada Okafor`. */
function titleOf(specs: readonly DocumentSpec[]): string {
  const [first, second] = specs
  if (!first || !second) return serviceText(first?.label ?? '')
  const title = codeLabel(first.group.split(':')[0] ?? '')
  const name = serviceText(tailOf(specs).slice(tailStart.length))
  return name === '' ? title : t('{title} of {name}', { title, name })
}

/** The label of one document of a slot, without what the slot's title says already. */
export function shortLabel({ label }: DocumentSpec, { specs }: Pick<Slot, 'specs'>): string {
  return serviceText(label.slice(0, label.length - tailOf(specs).length))
}

const fixers: Record<string, string> = {
  partner: t('You can fix this.'),
  customer: t('The customer has to fix this.'),
  service: t('We will fix this.'),
}

/** What comes next after a reason. */
export function fixText({ fixBy, retryable }: Kyc['reasons'][number]): string {
  const by = fixers[fixBy.toLowerCase()] ?? ''
  return retryable ? by : [by, t('It cannot be retried.')].filter(Boolean).join(' ')
}

/** Why the form cannot be sent in a state, or undefined when it can. */
export function closedReason({ kycStatus, capabilities, reasons }: Kyc): string | undefined {
  const statuses = [kycStatus, ...capabilities.map(({ status }) => status)]
  const isFinal = reasons.length > 0 && reasons.every(({ retryable }) => !retryable)
  if (kycStatus === 'REJECTED' && isFinal) return t('The rejection is final')
  if (statuses.some((status) => takesSubmission(status))) return undefined
  if (kycStatus === 'INFORMATION_REQUIRED') return t('Answer the request for information instead')
  if (kycStatus === 'APPROVED') return t('Everything is verified')
  return t('Not possible while {state}', { state: codeText(kycStatus) })
}
