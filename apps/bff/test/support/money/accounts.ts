import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { makeEntity } from './wallets.ts'

export const externalBase = '/api/v1/xfer/accounts/external'

/** The id of the jurisdiction of a country, by its code. */
export async function countryId(bff: Bff, code: string): Promise<string> {
  const { body } = await bff.get('/api/v1/xfer/utility/jurisdictions?type=country&limit=200')
  const found = body.data.find((record: { countryCode: string }) => record.countryCode === code)
  return found.id
}

/** The body of an account that Germany's rules accept; the IBAN is the registry's example. */
export const anIban = (change: Record<string, unknown> = {}) => ({
  type: 'BANK',
  ownership: 'SELF',
  account: { iban: 'DE89370400440532013000' },
  ...change,
})

/** Adds an account for a customer, by default a new one, and returns the whole answer. */
export async function addAccount(
  bff: Bff,
  body: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<Got> {
  const entityId = body['entityId'] ?? (await makeEntity(bff, partner))
  const jurisdictionId = body['jurisdictionId'] ?? (await countryId(bff, 'DE'))
  const whole = { ...anIban(), ...body, entityId, jurisdictionId }
  return bff.post(`${externalBase}/add`, whole, {}, partner)
}

/** An account that is there and enabled. */
export async function anAccount(
  bff: Bff,
  body: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const answer = await addAccount(bff, body, partner)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
