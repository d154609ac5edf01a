import { routes } from '@corridor/contract/routes'
import { type BenchStack, customer } from './partner.ts'

const { accounts, entities, payinRoutes, sandbox } = routes
const limitUsd = '900000000000'
const iban = 'ES9121000418450200051332'

/** The numbers of a customer's account at the simulated bank. */
export type PaidInto = { routingNumber: string; accountNumber: string }

/** No limit of the partner's day is in the way of what a bench pays in. */
export async function liftLimit(stack: BenchStack): Promise<void> {
  const partner = stack.sandbox().partners[0]?.svcPartnerId ?? ''
  await stack.admin(['limits', 'set', '--partner', partner, '--daily-limit', limitUsd])
}

/** Accounts of customers in Germany; with a route on to an account of each in Spain, or without. */
export async function openAccounts(
  stack: BenchStack,
  count: number,
  isRouted: boolean,
): Promise<PaidInto[]> {
  const { client } = stack
  const countries = await client.call(accounts.listJurisdictions, { query: { limit: 200 } })
  const idOf = (code: string): string =>
    countries.body.data.find(({ countryCode }) => countryCode === code)?.id ?? ''
  const opened: PaidInto[] = []
  while (opened.length < count) {
    const { body } = await client.call(entities.create, { body: customer() })
    const { entityId } = body.data
    await client.call(sandbox.decideKyc, { params: { entityId }, body: { decision: 'APPROVED' } })
    const funding = await client.call(accounts.createFunding, {
      body: { entityId, jurisdictionId: idOf('DE') },
    })
    const { fundingAccountId, depositAccountInfo: info } = funding.body.data
    if (isRouted) await route(stack, { entityId, fundingAccountId, spain: idOf('ES') })
    opened.push({
      routingNumber: textOf(info, 'bank_routing_number'),
      accountNumber: textOf(info, 'bank_account_number'),
    })
  }
  return opened
}

async function route(
  { client }: BenchStack,
  of: { entityId: string; fundingAccountId: string; spain: string },
): Promise<void> {
  const { entityId, fundingAccountId, spain: jurisdictionId } = of
  const added = await client.call(accounts.addExternal, {
    body: { entityId, jurisdictionId, type: 'BANK', ownership: 'SELF', account: { iban } },
  })
  const externalAccountId = added.body.data.accountId ?? ''
  await client.call(payinRoutes.create, { body: { fundingAccountId, externalAccountId } })
}

function textOf(info: object | undefined, name: string): string {
  const value: unknown = info && Object.entries(info).find(([key]) => key === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new Error(`The account has no ${name}`)
  return value
}
