import type { BodyFor, Client, RequestFor } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { DemoCustomer, DemoEntity } from './demo-records.ts'
import { specimenPdf, specimenPng } from './papers.ts'

type Requirements = BodyFor<typeof routes.kyc.requirements>['data']
type Status = BodyFor<typeof routes.kyc.status>['data']
type Submission = NonNullable<RequestFor<typeof routes.kyc.submit>['body']>
type Document = Requirements['documents'][number]

const reasons = [
  {
    code: 'DOCUMENT_UNREADABLE',
    message: 'The proof of address is cut off. Send the whole page.',
    fixField: 'document:address',
  },
]

/** Brings a customer's verification as far as the demo wants it; what was done before stays. */
export async function seedVerification(client: Client, entityId: string, demo: DemoCustomer) {
  const params = { entityId }
  const { data: status } = (await client.call(routes.kyc.status, { params })).body
  if (demo.kycStatus === 'NOT_STARTED' || status.kycStatus === demo.kycStatus) return
  if (status.submittedAt === undefined) await submit(client, demo, status)
  if (demo.kycStatus === 'UNDER_REVIEW') return
  const decision = demo.kycStatus
  const body = { decision, ...(decision === 'APPROVED' ? {} : { reasons }) }
  const idempotencyKey = `seed:decision:${entityId}`
  await client.call(routes.sandbox.decideKyc, { params, body, idempotencyKey })
}

async function submit(client: Client, demo: DemoCustomer, status: Status): Promise<void> {
  const params = { entityId: status.entityId }
  const asked = (await client.call(routes.kyc.requirements, { params })).body.data
  const { now } = (await client.call(routes.sandbox.clock)).body.data
  const missing = new Set(status.capabilities.flatMap(({ requirements }) => requirements.missing))
  const body: Submission = {
    fields: answersTo(asked, missing),
    documents: documentsFor(asked, missing, demo.entity),
    consents: asked.consents.map((type) => ({ type, acceptedAt: now, ip: '192.0.2.10' })),
    feeSource: 'PREPAID',
  }
  const idempotencyKey = `seed:submission:${status.entityId}`
  const done = (await client.call(routes.kyc.submit, { params, body, idempotencyKey })).body.data
  if (done.missing.length > 0)
    throw new Error(`The demo customer ${demo.key} lacks ${done.missing.join(', ')}.`)
}

/** The form's own examples, and of a choice the first. */
const answersTo = ({ groups }: Requirements, missing: ReadonlySet<string>) =>
  Object.fromEntries(
    groups
      .flatMap(({ fields }) => fields)
      .filter(({ key }) => missing.has(key))
      .map(({ key, options, example }) => [key, options[0]?.value ?? example]),
  )

/** One document of each group that is asked for. */
function documentsFor(
  { documents }: Requirements,
  missing: ReadonlySet<string>,
  entity: DemoEntity,
): Submission['documents'] {
  const groups = Map.groupBy(documents, ({ group }) => group)
  return [...groups.entries()]
    .filter(([group]) => missing.has(`document:${group}`))
    .flatMap(([, [first]]) => (first ? [documentOf(first, entity)] : []))
}

function documentOf({ type, label, person }: Document, entity: DemoEntity) {
  const isIdentity = type === 'PASSPORT'
  const name = type.toLowerCase().replaceAll('_', '-')
  const own = entity.type === 'business' ? entity.businessName : entity.lastName
  const owner = entity.latinName ?? own
  const pdf = specimenPdf([label, owner, `Specimen ${person ?? ''}`.trim(), 'For the sandbox only'])
  return {
    type,
    country: countryOf(entity, person),
    frontFile: isIdentity
      ? fileOf(`${name}.png`, 'image/png', specimenPng([90, 110 + 40 * (person ?? 0), 150]))
      : fileOf(`${name}.pdf`, 'application/pdf', pdf),
    ...(isIdentity ? { number: `P${4_410_720 + (person ?? 0)}`, expiryDate: '2035-05-31' } : {}),
    ...(person === undefined ? {} : { person }),
  }
}

const countryOf = (entity: DemoEntity, person: number | undefined): string =>
  entity.type === 'individual'
    ? entity.nationality
    : ((person === undefined ? undefined : entity.associatedPersons?.[person]?.nationality) ??
      entity.incorporationCountry)

const fileOf = (fileName: string, mime: string, bytes: Uint8Array) => ({
  fileName,
  mime,
  contentBase64: Buffer.from(bytes).toString('base64'),
})
