import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { externalBase } from './accounts.ts'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { jurisdictionOf, makeVerified } from '../people/customers.ts'
import { simulatePath } from './wallets.ts'

let made = 0
const addressOf = (n: number) => `0x${(0x5a_00_00_00 + n).toString(16).padStart(40, '0')}`

/** Adds an account in a country, filled in with the examples of its form; or a wallet for a token. */
export async function accountIn(
  bff: Bff,
  entityId: string,
  place: string,
  change: object = {},
  partner: Partner = bff.first,
): Promise<string> {
  const { jurisdictions } = bff.deps
  const jurisdiction = jurisdictions.byId(place) ?? (await jurisdictionOf(bff, place))
  const body = { entityId, jurisdictionId: jurisdiction.id, ownership: 'SELF', ...change }
  const whole =
    jurisdiction.countryCode === undefined
      ? { type: 'WALLET', wallet: { walletAddress: addressOf((made += 1)) }, ...body }
      : { ...(await exampleOf(bff, jurisdiction.id)), ...body }
  const added = await bff.post(`${externalBase}/add`, whole, {}, partner)
  if (added.status !== 200) throw new Error(JSON.stringify(added.body))
  return added.body.data.accountId
}

async function exampleOf(bff: Bff, jurisdictionId: string): Promise<object> {
  const query = `jurisdictionId=${jurisdictionId}&entityType=individual&ownership=SELF`
  const { body } = await bff.get(`${externalBase}/requirements?${query}`)
  const form = body.data.types.find(({ type }: AnyBody) => type === 'BANK')
  const account: AnyBody = { account: {} }
  for (const { key, required, example, options, dependsOn } of form.fields) {
    if (!required || !key.startsWith('account.') || dependsOn.length > 0) continue
    const path = key.slice('account.'.length).split('.')
    const last = path.pop()
    let at = account.account
    for (const member of path) at = at[member] ??= {}
    at[last] = example || options[0]?.value
  }
  return { type: form.type, rail: form.rail, ...account }
}

export type Side = { entityId: string; accountId: string }

/** A verified customer with an account there. */
export async function aParty(
  bff: Bff,
  place: string,
  change: object = {},
  partner: Partner = bff.first,
): Promise<Side> {
  const entityId = await makeVerified(bff, {}, partner)
  return { entityId, accountId: await accountIn(bff, entityId, place, change, partner) }
}

/** Takes a wallet whose key no test has for proved, as by its signature. */
export const provedWallet = (bff: Bff, accountId: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update external_account set proof = 'PROVED', proof_method = 'WALLET_SIGNATURE',
      proved_at = now() where id = ${parseId('acc', accountId)}`.execute(tx),
  )

let references = 0

/** The body of a simulate between two sides: 100 units in. */
export function aQuote(from: Side, to: Side, change: Record<string, unknown> = {}) {
  references += 1
  return {
    transactionId: `Q-${references}`,
    fromEntityId: from.entityId,
    fromAccountId: from.accountId,
    toEntityId: to.entityId,
    toAccountId: to.accountId,
    exactAmountIn: 100,
    ...change,
  }
}

export const quote = (bff: Bff, body: object, partner: Partner = bff.first): Promise<Got> =>
  bff.post(simulatePath, body, {}, partner)

/** Sets what a partner's transfers follow, as its operator does. */
export const setTerms = (bff: Bff, settings: object, partner: Partner = bff.first) =>
  bff.deps.db.asWorker((tx) =>
    sql`update partner set settings = ${JSON.stringify(settings)}::jsonb
      where id = ${parseId('par', partner.svcPartnerId)}`.execute(tx),
  )

/** The stored transfer of a written execution id. */
export const rowOf = (bff: Bff, executionId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('transfer')
      .selectAll()
      .where('id', '=', parseId('exec', executionId) ?? '')
      .executeTakeFirstOrThrow(),
  )
