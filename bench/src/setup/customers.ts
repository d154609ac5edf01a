import { routes } from '@corridor/contract/routes'
import { asAdmin } from '../measure/admin.ts'
import type { BenchStack } from './partner.ts'

export const customerCount = 100_000

/**
 * Fills the list of the bench's partner by SQL: names, countries, states of verification and ages as
 * a grown partner has them, a few rare ones among them. Creating as many over the API takes minutes.
 */
export async function plantCustomers({ dataDir, sandbox }: BenchStack): Promise<void> {
  const partnerName = sandbox().partners[0]?.partnerName ?? ''
  await asAdmin(dataDir, 'corridor', async (admin) => {
    await admin.query(planting, [partnerName])
    await admin.query(`insert into wallet
      select partner_id, gen_random_uuid(), id, 'Bench', created_at from entity where hashtext(id::text) % 3 = 0`)
    await admin.query('vacuum analyze entity')
  })
}

/** The id of Germany on this instance. */
export async function germany({ client }: BenchStack): Promise<string> {
  const { body } = await client.call(routes.accounts.listJurisdictions, { query: { q: 'Germany' } })
  const found = body.data.find(({ countryCode }) => countryCode === 'DE')
  if (!found) throw new Error('There is no Germany')
  return found.id
}

/** A bank account of the customer's own, with the IBAN that the format's publication shows. */
export const bankAccount = (entityId: string, jurisdictionId: string) => ({
  entityId,
  jurisdictionId,
  type: 'BANK' as const,
  ownership: 'SELF' as const,
  accountHolder: { name: 'Bench Customer' },
  account: { iban: 'DE89370400440532013000' },
})

const pick = (values: string[], salt: number) =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + abs(hashint4(n + ${salt})) % ${values.length}]`
const firstNames = ['Ada', 'Mei', 'Karl', 'Zoe', 'Ngozi', 'Bjorn', 'Chloe', 'Ravi', 'Maria', 'Lena']
const lastNames = ['Okonkwo', 'Tan', 'Lindqvist', 'Smith', 'Garcia', 'Muller', 'Kowalski', 'Iyer']
const countries = ['GB', 'SG', 'DE', 'FR', 'US', 'NG', 'KE', 'IN', 'BR', 'MX']
const states = ['NOT_STARTED', 'INCOMPLETE', 'APPROVED', 'APPROVED', 'APPROVED', 'UNDER_REVIEW']

const planting = `
  insert into entity (partner_id, id, type, first_name, last_name, business_name, email, phone_number,
    nationality, date_of_birth, permanent_address, business, external_reference, kyc_status,
    kyc_missing, created_at, updated_at, version)
  select (select id from partner where name = $1), gen_random_uuid(),
    case when firm then 'business' else 'individual' end,
    case when firm then '' else first end, case when firm then '' else last end,
    case when firm then last || ' ' || first || ' Trading' else '' end,
    lower(first || '.' || last || n || '@example.com'), '+442071838750',
    case when firm then '' else country end, case when firm then null else date '1990-01-01' end,
    jsonb_build_object('addressLine1', n || ' Long Lane', 'addressLine2', '', 'locality', '', 'city',
      'London', 'state', '', 'country', country, 'postalCode', 'EC1A 9HF'),
    case when firm then jsonb_build_object('businessName', last || ' ' || first || ' Trading',
      'registrationNumber', 'R' || n, 'taxId', 'T' || n, 'incorporationCountry', country,
      'incorporationDate', '2010-01-01', 'industry', '', 'associatedPersons', '[]'::jsonb) end,
    'ref-' || n, state, case when state = 'APPROVED' then '{}' else array['document:identity',
      'document:address', 'consent:terms'] || case when n % 1000 = 7 then array['taxId'] else '{}' end end,
    now() - n * interval '37 seconds', now(), 1
  from (select n, n % 4 = 0 as firm,
    ${pick(firstNames, 0)} || substr(md5(n::text), 1, 3) as first,
    ${pick(lastNames, 7)} || substr(md5((n * 3)::text), 1, 3) as last,
    case when n % 5000 = 1 then 'FO' else ${pick(countries, 3)} end as country,
    case when n % 10000 = 3 then 'PAUSED' else ${pick(states, 5)} end as state
    from generate_series(1, ${customerCount}) n) as one`
