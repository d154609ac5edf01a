import type { BodyFor, Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { applicableFields } from '@corridor/domain'
import type { DemoBank, DemoCustomer, DemoEntity } from './demo-records.ts'

type Jurisdictions = BodyFor<typeof routes.accounts.listJurisdictions>['data']
/** The id of the jurisdiction of a country, or of the first token. */
export type JurisdictionIds = (wanted: string) => string

export async function readJurisdictions(client: Client): Promise<JurisdictionIds> {
  const { body } = await client.call(routes.accounts.listJurisdictions, { query: { limit: '200' } })
  const all: Jurisdictions = body.data
  return (wanted) => {
    const found = all.find(({ type, countryCode }) =>
      wanted === 'token' ? type === 'blockchain' : countryCode === wanted,
    )
    if (!found) throw new Error(`the demo data names ${wanted}, which is no jurisdiction`)
    return found.id
  }
}

/** Adds the customer's bank accounts; one that is there already stays as it is. */
export async function seedBanks(
  client: Client,
  ids: JurisdictionIds,
  entityId: string,
  { banks, entity }: DemoCustomer,
): Promise<void> {
  for (const bank of banks) await addBank(client, ids(bank.country), entityId, bank, entity)
}

async function addBank(
  client: Client,
  jurisdictionId: string,
  entityId: string,
  bank: DemoBank,
  entity: DemoEntity,
): Promise<void> {
  const { ownership, nickname } = bank
  const query = { jurisdictionId, ownership, entityType: entity.type }
  const asked = (await client.call(routes.accounts.requirements, { query })).body.data
  const form = asked.types.find(({ type }) => type === 'BANK')
  if (!form) throw new Error(`there are no bank accounts in ${bank.country}`)

  const examples: Record<string, string> = Object.fromEntries(
    form.fields.map(({ key, example, options }) => [key, example || (options[0]?.value ?? '')]),
  )
  // An account without a holder's name is the customer's, by both of theirs.
  const { holder } = bank
  const values: Record<string, string> =
    holder === undefined ? examples : { ...examples, 'accountHolder.name': holder }
  const needed = applicableFields(form.fields, values).filter(({ required }) => required)
  const members = {}
  for (const { key } of needed) setMember(members, key.split('.'), values[key] ?? '')
  if (holder !== undefined) setMember(members, ['accountHolder', 'name'], holder)
  const { rail, type } = form
  await client.call(routes.accounts.addExternal, {
    body: { entityId, jurisdictionId, type, rail, ownership, nickname, ...members },
    idempotencyKey: `seed:bank:${entityId}:${bank.country}`,
  })
}

/** Sets `account.iban` within `account`. */
function setMember(target: Record<string, unknown>, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>
  target[first] = inner
  setMember(inner, rest, value)
}

/** Opens the customer's funding accounts; a repeat gives those that are there. */
export async function seedFunding(
  client: Client,
  ids: JurisdictionIds,
  entityId: string,
  { funding }: DemoCustomer,
): Promise<void> {
  await Promise.all(
    funding.map((wanted) =>
      client.call(routes.accounts.createFunding, {
        // Their own customers pay them.
        body: { entityId, jurisdictionId: ids(wanted), payers: { allowed: 'ANYBODY' } },
        idempotencyKey: `seed:funding:${entityId}:${wanted}`,
      }),
    ),
  )
}
