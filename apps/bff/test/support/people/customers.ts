import type { AnyBody, Bff, Partner } from '../process/bff.ts'
import { aPerson } from './samples.ts'

let made = 0

/** A new person; its e-mail address is its own. */
export async function makePerson(
  bff: Bff,
  change: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<string> {
  made += 1
  const body = aPerson({ email: `customer${made}@example.com`, ...change })
  const answer = await bff.post('/api/v1/xfer/entity/create', body, {}, partner)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.entityId
}

/** A person that is approved everywhere. */
export async function makeVerified(
  bff: Bff,
  change: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<string> {
  const entityId = await makePerson(bff, change, partner)
  await decide(bff, entityId, 'APPROVED', partner)
  return entityId
}

/** Decides on a customer as the sandbox can. */
export async function decide(
  bff: Bff,
  entityId: string,
  decision: string,
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const path = `/api/v1/sandbox/kyc/${entityId}/decision`
  const answer = await bff.post(path, { decision }, {}, partner)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** The jurisdiction of a country, or the first token. */
export async function jurisdictionOf(bff: Bff, wanted: string): Promise<AnyBody> {
  const { body } = await bff.get('/api/v1/xfer/utility/jurisdictions?limit=200')
  return body.data.find((record: AnyBody) =>
    wanted === 'token' ? record.type === 'blockchain' : record.countryCode === wanted,
  )
}
