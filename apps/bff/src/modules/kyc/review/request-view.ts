import { documentTypes, type InformationRequest, type KycReason } from '@corridor/contract'
import { documentOfType, documentsFor, explanationField, formatId } from '@corridor/domain'
import type { z } from 'zod'
import { knownFields } from '../submission/submitted.ts'
import type { KycCase } from '../case/progress.ts'
import { namedIn } from '../case/reasons.ts'
import type { NewRequest } from '../case/request-store.ts'
import type { RequestRow } from '../case/store.ts'

const answerWithinMs = 14 * 86_400_000

/** A request for what the reasons name, or for an explanation. */
export function requestOf(kycCase: KycCase, reasons: readonly KycReason[], id: string): NewRequest {
  const { entity, at } = kycCase.record
  const named = namedIn(reasons)
  const known = knownFields(kycCase)
  const fields = [...named].flatMap((key) => {
    const asked = known.get(key.replace(/^fields\./, ''))
    return asked ? [{ ...asked, required: true, dependsOn: [] }] : []
  })
  const documents = documentsNamed(kycCase, named)
  const isPlain = fields.length + documents.length === 0
  return {
    partner_id: entity.partner_id,
    id,
    entity_id: entity.id,
    message: reasons.map(({ message, code }) => message || code).join(' '),
    reasons,
    fields: isPlain ? [explanationField] : fields,
    documents,
    created_at: at,
    due_at: new Date(at.getTime() + answerWithinMs),
  }
}

function documentsNamed({ subject, level }: KycCase, named: ReadonlySet<string>) {
  const all = documentsFor(subject, level === 'ENHANCED')
  const ofGroups = all.filter(
    ({ group, type }) => named.has(`document:${group}`) || named.has(type),
  )
  const others = documentTypes.filter(
    (type) => named.has(type) && !ofGroups.some((spec) => spec.type === type),
  )
  return [...ofGroups, ...others.map(documentOfType)]
}

type Body = z.output<typeof InformationRequest>

export const requestBody = (row: RequestRow): Body => ({
  rfiId: formatId('rfi', row.id),
  entityId: formatId('ent', row.entity_id),
  status: row.status,
  message: row.message,
  reasons: row.reasons as Body['reasons'],
  fields: row.fields as Body['fields'],
  documents: row.documents as Body['documents'],
  createdAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  ...(row.answered_at === null ? {} : { answeredAt: row.answered_at.toISOString() }),
})
