import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { unique } from './customers.ts'

const { accounts, entities, transfers } = routes

/** An executed transfer of pounds to a wallet of another customer; it waits for its money. */
export async function anAwaitedTransfer(client: Client, amount: number) {
  // Other journeys leave customers behind who are not verified.
  const query = { limit: 200, kycStatus: 'APPROVED' } as const
  const verified = (await client.call(entities.list, { query })).body.data
  const ids = new Set(verified.map(({ entityId }) => entityId))
  const all = (
    await client.call(accounts.listExternal, { query: { limit: 200 } })
  ).body.data.filter(({ entityId }) => ids.has(entityId))
  const from = all.find(({ jurisdiction }) => jurisdiction.currency === 'GBP')
  const to = all.find(
    ({ entityId, jurisdiction }) => jurisdiction.currency === 'USDC' && entityId !== from?.entityId,
  )
  if (!from || !to) throw new Error('The sandbox was not seeded.')
  const transactionId = `T-${unique()}`
  const quoted = await client.call(transfers.simulate, {
    body: {
      transactionId,
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: amount,
    },
  })
  if (!('data' in quoted.body)) throw new Error('Between a bank and a wallet there is no stamp.')
  const { executionId, transferAcknowledgement, depositAccount } = quoted.body.data
  await client.call(transfers.execute, {
    body: { executionId, transferAcknowledgement: transferAcknowledgement.version },
  })
  if (!('reference' in depositAccount)) throw new Error('It is not paid in by bank.')
  return { executionId, transactionId, reference: depositAccount.reference }
}
