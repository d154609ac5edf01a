import {
  type Client,
  type CreatedWallet,
  createWallet,
  isRefusal,
  setPolicy,
  type WalletAccount,
} from '@corridor/client'
import type { PolicyRules } from '@corridor/contract'
import { routes } from '@corridor/contract/routes'
import type { SeededCustomer } from './customers.ts'
import type { DemoWallet } from './demo-records.ts'

export type SeededWallet = SeededCustomer & { accounts: readonly WalletAccount[] }

const attemptsMax = 20

/** Makes the customer's wallet with an account on every token, and pays test tokens to each. */
export async function seedWallet(
  client: Client,
  customer: SeededCustomer,
  wallet: DemoWallet,
  jurisdictionIds: readonly string[],
): Promise<SeededWallet> {
  const { name, funds } = wallet
  const known = customer.wallets.find(({ walletName }) => walletName === name)
  const made = known ?? (await makeWallet(client, customer, name, jurisdictionIds))
  const accounts = jurisdictionIds.flatMap((id) =>
    made.accounts.filter((record) => record.jurisdictionId === id),
  )
  const { entityId } = customer
  if (wallet.policy) await limit(client, customer, made.walletId, wallet.policy)
  await Promise.all(
    accounts.map((account, i) => fund(client, { entityId, account, token: i, amount: funds[i] })),
  )
  return { ...customer, accounts }
}

/**
 * A keyed prepare gives the same activity again, and a submitted activity its stored result, so a
 * wallet that the signer made before a crash is found and not made twice. An activity that ended
 * unsigned gives way to the next.
 */
async function makeWallet(
  client: Client,
  { entityId, stamper }: SeededCustomer,
  walletName: string,
  jurisdictionIds: readonly string[],
): Promise<CreatedWallet> {
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = `seed:wallet:${attempt}`
    try {
      const request = { entityId, walletName, jurisdictionIds, stamper, idempotencyKey }
      return await createWallet(client, request)
    } catch (error) {
      if (!isRefusal(error, 'ACTIVITY_EXPIRED') || attempt === attemptsMax) throw error
    }
  }
}

/** A wallet that has a policy was limited before a crash, or by whoever uses the sandbox. */
async function limit(
  client: Client,
  { entityId, stamper }: SeededCustomer,
  walletId: string,
  policy: PolicyRules,
): Promise<void> {
  const query = { walletId }
  const present = await client.call(routes.wallets.policy, { params: { entityId }, query })
  if (present.body.data.version === 0)
    await setPolicy(client, { entityId, walletId, policy, stamper })
}

/** An address that holds tokens was paid before a crash, even if the answer was lost in it. */
async function fund(
  client: Client,
  gift: { entityId: string; account: WalletAccount; token: number; amount: number | undefined },
): Promise<void> {
  const { entityId, token, amount = 0 } = gift
  const { jurisdictionId, address } = gift.account
  const { body } = await client.call(routes.wallets.balances, {
    params: { entityId },
    query: { jurisdictionId },
  })
  const held = body.data.find((balance) => balance.address === address)?.tokens[0]?.amount ?? 0
  if (held > 0 || amount === 0) return
  await client.call(routes.sandbox.faucet, {
    body: { address, jurisdictionId, amount },
    idempotencyKey: `seed:faucet:${address}:${token}`,
  })
}
