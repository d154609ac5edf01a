import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { expect } from '@playwright/test'
import { makePerson } from './accounts-form.ts'
import { addIban } from './bank-transfers.ts'

const { accounts, payinRoutes, sandbox } = routes

/** A verified customer with an open funding account in Germany. */
export type Funded = { entityId: string; fullName: string; fundingAccountId: string }

export async function makeFunded(client: Client): Promise<Funded> {
  const person = await makePerson(client, { approved: true })
  return { ...person, ...(await openFunding(client, person)) }
}

/** Opens a funding account in Germany for a verified customer. */
export async function openFunding(
  client: Client,
  person: { entityId: string },
): Promise<{ fundingAccountId: string }> {
  const query = { type: 'country', q: 'Germany', limit: 200 } as const
  const listed = (await client.call(accounts.listJurisdictions, { query })).body.data
  const germany = listed.find(({ name }) => name === 'Germany')
  if (!germany) throw new Error('There is no jurisdiction Germany.')
  const body = {
    entityId: person.entityId,
    jurisdictionId: germany.id,
    returnPolicy: { strategy: 'ORIGIN_ACCOUNT' },
    payers: { allowed: 'ANYBODY' },
  } as const
  const { fundingAccountId } = (await client.call(accounts.createFunding, { body })).body.data
  const status = async () => {
    const params = { fundingAccountId }
    return (await client.call(accounts.readFunding, { params })).body.data.status
  }
  await expect.poll(status, { intervals: [100] }).toBe('ACTIVE')
  return { fundingAccountId }
}

/** A route from a funding account to an external account. */
export async function makeRoute(
  client: Client,
  { fundingAccountId }: Pick<Funded, 'fundingAccountId'>,
  externalAccountId: string,
): Promise<string> {
  const body = { fundingAccountId, externalAccountId }
  return (await client.call(payinRoutes.create, { body })).body.data.data.teleportId
}

/** A verified payee with an account in France, under a name that says how its payouts end. */
export async function makePayee(client: Client, holder?: string): Promise<string> {
  const { entityId, fullName } = await makePerson(client, { approved: true })
  return addIban(client, entityId, 'France', holder ?? fullName)
}

/** Money of an unknown payer arrives in euro; returns the deposit's id. */
export async function payIn(
  client: Client,
  { fundingAccountId }: Pick<Funded, 'fundingAccountId'>,
  amount: number,
  senderName: string,
): Promise<string> {
  const answer = await client.call(sandbox.depositForFunding, {
    params: { fundingAccountId },
    body: { amount, currency: 'EUR', senderName, senderAccount: 'ES9121000418450200051332' },
  })
  return answer.body.data.depositId
}

/** The deposits of a route in its history, the newest first. */
export async function depositsOf(client: Client, teleportId: string) {
  const params = { teleportId }
  return (await client.call(payinRoutes.deposits, { params, query: {} })).body.data.data
}
