import type { Field, KycDocumentSpec } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import type { Tx } from '../../../src/db/open.ts'
import type { AuditedBy } from '../../../src/records/audit/audit.ts'
import { createDecisionService } from '../../../src/modules/kyc/review/decisions.ts'
import type { Bff, Got, Partner } from '../process/bff.ts'
import { fileInput } from '../process/files.ts'
import { aPerson } from './samples.ts'

/** A PDF of one page that is distinguished by its text. */
export const aPdf = (text = 'passport') => fileInput('application/pdf', text, 'document.pdf')

export const consents = ['TERMS_OF_SERVICE', 'PRIVACY_POLICY'].map((type) => ({
  type,
  acceptedAt: '2026-01-05T10:00:00+01:00',
  ip: '203.0.113.7',
}))

type Described = { groups: { fields: Field[] }[]; documents: KycDocumentSpec[] }

/** What fits every field of a form: the known value, or the example. */
export const examples = ({ groups }: Described): Record<string, string> =>
  Object.fromEntries(
    groups.flatMap(({ fields }) =>
      fields
        .filter(({ required }) => required)
        .map(({ key, value, example }) => [key, value ?? example]),
    ),
  )

/** One document for each group. */
export const proofs = ({ documents }: Described) =>
  [...Map.groupBy(documents, ({ group }) => group).values()].flatMap(([spec]) =>
    spec
      ? [
          {
            type: spec.type,
            country: 'GB',
            number: 'P123456789',
            frontFile: aPdf(spec.group),
            ...(spec.sides.includes('back') ? { backFile: aPdf('back') } : {}),
            expiryDate: '2099-01-31',
            ...(spec.person === undefined ? {} : { person: spec.person }),
          },
        ]
      : [],
  )

const root = '/api/v1/xfer/entity'
export const kycPath = (entityId: string, rest = '') => `${root}/kyc/${entityId}${rest}`

let made = 0

export async function makeCustomer(bff: Bff, body?: object, partner?: Partner): Promise<string> {
  made += 1
  const sent = { ...(body ?? aPerson()), email: `customer${made}@example.com` }
  const got = await bff.post(`${root}/create`, sent, {}, partner)
  return got.body.data.entityId
}

/** A whole submission as the requirements describe it. */
export async function wholeSubmission(
  bff: Bff,
  entityId: string,
  query = '',
  more: object = {},
  partner?: Partner,
) {
  const { body } = await bff.get(kycPath(entityId, `/requirements${query}`), partner)
  return {
    fields: examples(body.data),
    documents: proofs(body.data),
    consents,
    feeSource: 'PREPAID',
    ...more,
  }
}

export async function submitWhole(bff: Bff, entityId: string, more: object = {}): Promise<Got> {
  return bff.post(kycPath(entityId, '/submit'), await wholeSubmission(bff, entityId, '', more))
}

export const decide = (bff: Bff, entityId: string, decision: string, reasons?: unknown[]) =>
  bff.post(`/api/v1/sandbox/kyc/${entityId}/decision`, {
    decision,
    ...(reasons ? { reasons } : {}),
  })

/** Reads the status until it is this one, for at most five seconds. */
export async function until(bff: Bff, entityId: string, status: string): Promise<Got> {
  for (let i = 0; ; i++) {
    const got = await bff.get(kycPath(entityId))
    if (got.body.data.kycStatus === status || i >= 100) return got
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Calls the service as the operator's command does. */
export async function asOperator<T>(
  bff: Bff,
  entityId: string,
  work: (service: ReturnType<typeof createDecisionService>, tx: Tx, by: AuditedBy) => Promise<T>,
): Promise<T> {
  const service = createDecisionService(bff.deps)
  return bff.deps.db.asWorker(async (tx) => {
    const row = await tx
      .selectFrom('entity')
      .select('partner_id')
      .where('id', '=', parseId('ent', entityId) ?? '')
      .executeTakeFirstOrThrow()
    const actor = { type: 'service', id: 'operator' } as const
    return work(service, tx, { partnerId: row.partner_id, actor, requestId: '' })
  })
}
