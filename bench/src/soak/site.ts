import { createClient, type Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { type Parties, simulated, startBankedStack } from '../setup/banked.ts'
import { creditLine } from '../setup/drawings.ts'
import { type BenchStack, createWallets, type Wallet } from '../setup/partner.ts'
import { openAccounts, type PaidInto } from '../setup/routed.ts'
import { startReceivers } from '../setup/webhooks.ts'

const pairs = 64
const routed = 64
const operationalUnits = 5_000_000

/** What all operations of a soak have at hand. */
export type SoakSite = {
  stack: BenchStack
  client: Client
  parties: Parties[]
  wallets: Wallet[]
  accounts: PaidInto[]
  version: string
  /** Requests that were sent so far. */
  requests: () => number
  stop: () => Promise<void>
}

/** Dollars of a drawing above which others must agree; what is drawn and sent otherwise is below. */
export const approvalAbove = 5000

const policy = {
  rules: [
    {
      id: 'large',
      name: 'Large drawings',
      on: ['liquidity.initiate'],
      when: { fact: 'amount', unit: 'USDC', over: String(approvalAbove) },
      then: { approvals: [{ from: ['role:treasury'], count: 1 }], expiresInMs: 86_400_000 },
    },
  ],
  otherwise: 'allow' as const,
}

/** One wallet for each caller, since a wallet has one quote at a time. */
export async function startSoakSite(callers: number): Promise<SoakSite> {
  const { stack, parties } = await startBankedStack(pairs)
  const { ports, receivers, stop } = await startReceivers(1)
  let requests = 0
  const client = createClient({
    baseUrl: stack.baseUrl,
    apiToken: stack.apiToken,
    fetch: (request) => {
      requests += 1
      return fetch(request)
    },
  })
  await creditLine(stack)
  await client.call(routes.approvals.changePolicy, { body: policy })
  const webhookUrl = `http://127.0.0.1:${ports[0]}/hooks`
  await client.call(routes.webhooks.register, { body: { webhookUrl } })
  const body = { purpose: 'OPERATIONAL_WALLET', amount: operationalUnits } as const
  await client.call(routes.sandbox.payLiquidity, { body })
  const wallets = await createWallets(stack, callers)
  const accounts = await openAccounts(stack, routed, true)
  const { version } = await simulated(stack, parties[0] ?? none())
  // What the receiver keeps for those who ask is let go.
  const emptied = setInterval(() => void receivers.take(), 5000)
  return {
    stack,
    client,
    parties,
    wallets,
    accounts,
    version,
    requests: () => requests,
    stop: async () => {
      clearInterval(emptied)
      stop()
      await stack.remove()
    },
  }
}

function none(): never {
  throw new Error('an empty list')
}
