import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Deps } from '../ports/deps.ts'
import { seedBankFiles } from './bank/files.ts'
import type { DemoDeposit, DemoRoute } from './demo-records.ts'
import { endOf, type Place } from './ordinary.ts'

/**
 * Makes the partner's pay-in routes and lets money come in on them, all at once; what is forwarded
 * completes automatically, and no start waits for that. What a start before this one has done is
 * found.
 */
export async function seedRoutes(
  deps: Pick<Deps, 'db' | 'bankFiles' | 'config'>,
  client: Client,
  place: Place,
  demos: readonly DemoRoute[],
) {
  await Promise.all(demos.map((demo) => seedRoute(deps, client, place, demo)))
}

async function seedRoute(
  deps: Pick<Deps, 'db' | 'bankFiles' | 'config'>,
  client: Client,
  place: Place,
  demo: DemoRoute,
): Promise<void> {
  const [fundingAccountId, { accountId: externalAccountId }] = await Promise.all([
    fundingOf(client, place, demo.from),
    endOf(client, place, demo.to),
  ])
  const made = await client.call(routes.payinRoutes.create, {
    body: { fundingAccountId, externalAccountId },
  })
  const { teleportId } = made.body.data.data
  const to = { fundingAccountId, teleportId }
  await payIn(client, to, demo.deposits)
  if (demo.byFile) {
    // Where several partners share a sandbox, its operator alone takes in files.
    if (deps.config.SANDBOX_CLOCK === 'operator') await payIn(client, to, [demo.byFile])
    else await seedBankFiles(deps, client, { ...to, country: demo.from.at }, demo.byFile)
  }
  if (!demo.off) return
  const { reason, deposits } = demo.off
  const body = { teleportId, routeStatus: 'inactive' as const, reason }
  await client.call(routes.payinRoutes.toggle, { body })
  await payIn(client, to, deposits)
}

type To = { fundingAccountId: string; teleportId: string }

/** One after the other, so that no two payments arrive at the same moment. */
async function payIn(
  client: Client,
  { fundingAccountId, teleportId }: To,
  deposits: readonly DemoDeposit[],
): Promise<void> {
  const read = await client.call(routes.payinRoutes.read, { params: { teleportId } })
  const { history, sourceJurisdiction } = read.body.data.data
  const isThere = ({ amount }: DemoDeposit) =>
    history.some(({ amountIn }) => amountIn.amount === amount)
  for (const deposit of deposits.filter((wanted) => !isThere(wanted))) {
    const { amount, sender: senderName, reference } = deposit
    const { currency } = sourceJurisdiction
    await client.call(routes.sandbox.depositForFunding, {
      params: { fundingAccountId },
      body: { amount, currency, senderName, reference },
      idempotencyKey: `seed:payin:${teleportId}:${amount}`,
    })
  }
}

async function fundingOf(
  client: Client,
  { ids, entities }: Place,
  { customer, at }: DemoRoute['from'],
): Promise<string> {
  const entityId = entities.find(({ key }) => key === customer)?.entityId
  if (!entityId) throw new Error(`the demo data names no customer ${customer}`)
  const { body } = await client.call(routes.accounts.listFundingOfEntity, {
    params: { entityId },
    query: { jurisdictionId: ids(at) },
  })
  const [account] = body.data
  if (!account) throw new Error(`the customer ${customer} takes no deposits in ${at}`)
  return account.fundingAccountId
}
