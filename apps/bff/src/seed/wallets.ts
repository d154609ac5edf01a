import { type Client, createWallet, isRefusal, type WalletAccount } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { SeededCustomer } from './customers.ts'

export type SeededWallet = SeededCustomer & { accounts: readonly WalletAccount[] }

const attemptsMax = 20

/** Makes the customer's wallet with an account on every token, and pays test tokens to each. */
export async function seedWallet(
  client: Client,
  customer: SeededCustomer,
  jurisdictionIds: readonly string[],
): Promise<SeededWallet> {
  const known = customer.wallets.find(({ walletName }) => walletName === customer.demo.walletName)
  const made = known?.accounts ?? (await makeWallet(client, customer, jurisdictionIds))
  const accounts = jurisdictionIds.flatMap((id) => made.filter((one) => one.jurisdictionId === id))
  await Promise.all(accounts.map((account, i) => fund(client, customer, account, i)))
  return { ...customer, accounts }
}

/**
 * A keyed prepare gives the same activity again, and a submitted activity its stored result, so a
 * wallet that the signer made before a crash is found and not made twice. An activity that ended
 * unsigned gives way to the next.
 */
async function makeWallet(
  client: Client,
  { entityId, stamper, demo }: SeededCustomer,
  jurisdictionIds: readonly string[],
): Promise<readonly WalletAccount[]> {
  const { walletName } = demo
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = `seed:wallet:${attempt}`
    try {
      const request = { entityId, walletName, jurisdictionIds, stamper, idempotencyKey }
      return (await createWallet(client, request)).accounts
    } catch (error) {
      if (!isRefusal(error, 'ACTIVITY_EXPIRED') || attempt === attemptsMax) throw error
    }
  }
}

/** An address that holds tokens was paid before a crash, even if the answer was lost in it. */
async function fund(
  client: Client,
  { entityId, demo }: SeededCustomer,
  { jurisdictionId, address }: WalletAccount,
  token: number,
): Promise<void> {
  const { body } = await client.call(routes.wallets.balances, {
    params: { entityId },
    query: { jurisdictionId },
  })
  const amount = demo.funds[token] ?? 0
  const held = body.data.find((balance) => balance.address === address)?.tokens[0]?.amount ?? 0
  if (held > 0 || amount === 0) return
  await client.call(routes.sandbox.faucet, {
    body: { address, jurisdictionId, amount },
    idempotencyKey: `seed:faucet:${address}:${token}`,
  })
}
