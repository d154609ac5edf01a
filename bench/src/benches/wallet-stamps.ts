import { randomUUID } from 'node:crypto'
import type { Stamper } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { load, loadAndKeep, postRequest } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Figures, type Goal, judged } from '../measure/measure.ts'
import { processTree } from '../measure/processes.ts'
import {
  executeRequests,
  type Parties,
  quoteId,
  simulated,
  simulateRequests,
  startBankedStack,
} from '../setup/banked.ts'
import { concurrently } from '../setup/concurrently.ts'
import { type BenchStack, completed, createWallets, type Wallet } from '../setup/partner.ts'
import { addPasskey } from '../setup/passkey.ts'

const { transfers } = routes
const connections = 16
const pairs = 64
/** A wallet has one quote at a time, so a run needs a wallet for each execution. */
const executionsPerSecond = 80
/** A run ends with its last execution, long before this. */
const runMsMax = 120_000
const drainPollMs = 50

const base = 'no signature'
const [byKey, byPasskey] = ['API key', 'WebAuthn'] as const
const held = ', chain held'

type Owner = Wallet & { passkey: Stamper }

/**
 * Goal 12: only the request that executes a quote made before. With a stamp the request also signs
 * the transaction, and its chain work follows at once on the same cores. The runs named `chain held`
 * stop the chain's process meanwhile: only the service's own first steps towards it remain.
 */
export const walletStamps: Bench = {
  name: 'wallet-stamps',
  what: `execute between wallets, stamped by API key and by passkey, ${connections} connections, against execute by bank without a signature`,
  run: async (options) => {
    const { stack, parties } = await startBankedStack(pairs)
    try {
      const owners = await createOwners(stack, options)
      const { version } = await simulated(stack, at(parties, 0))
      const stamped = (name: string, stamperOf: (owner: Owner) => Stamper, isHeld = false) => ({
        name,
        run: () => executeStamped({ stack, owners, stamperOf, isHeld }),
      })
      const series = await alternate(
        [
          { name: base, run: () => executeUnsigned(stack, parties, version, owners.length) },
          stamped(byKey, ({ stamper }) => stamper),
          stamped(byPasskey, ({ passkey }) => passkey),
          stamped(byKey + held, ({ stamper }) => stamper, true),
          stamped(byPasskey + held, ({ passkey }) => passkey, true),
        ] satisfies Contender[],
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      await stack.remove()
    }
  },
}

const rate = { metric: 'rate/s', better: 'more' as const, base }
const goals = ['', held].flatMap((how): Goal[] => [
  { ...rate, ours: byKey + how, must: 0.85, aim: 0.95 },
  { ...rate, ours: byPasskey + how, must: 0.6, aim: 0.75 },
])

async function createOwners(stack: BenchStack, { seconds }: BenchOptions): Promise<Owner[]> {
  const wallets = await createWallets(stack, Math.ceil(seconds * executionsPerSecond))
  return concurrently(wallets, async (wallet) => ({
    ...wallet,
    passkey: await addPasskey(stack, wallet),
  }))
}

async function executeUnsigned(
  stack: BenchStack,
  parties: readonly Parties[],
  version: string,
  executions: number,
): Promise<Figures> {
  const quotes = simulateRequests(stack, parties)
  const requests = Array.from({ length: executions }, (_, index) => at(quotes, index))
  const { captured } = await loadAndKeep({ ...onceEach(stack, requests), capture: quoteId })
  return load(onceEach(stack, executeRequests(stack, version, captured)))
}

type Stamped = {
  stack: BenchStack
  owners: readonly Owner[]
  stamperOf: (owner: Owner) => Stamper
  isHeld: boolean
}

/** Quotes and stamps beforehand; afterwards waits for the chain, so that no run works for another. */
async function executeStamped({ stack, owners, stamperOf, isHeld }: Stamped): Promise<Figures> {
  const executions = await concurrently(owners, (owner, index) =>
    // Payer and payee of executions at the same time are different wallets, as they are by bank.
    stampQuote(stack, owner, at(owners, index + Math.floor(owners.length / 2)), stamperOf(owner)),
  )
  const requests = executions.map((body) =>
    postRequest(transfers.execute.path, body, { 'x-api-token': stack.apiToken }),
  )
  if (isHeld) signalChain(stack, 'SIGSTOP')
  const figures = await load(onceEach(stack, requests)).finally(() => {
    if (isHeld) signalChain(stack, 'SIGCONT')
  })
  for (const { executionId } of executions) await completed(stack.client, executionId, drainPollMs)
  return figures
}

async function stampQuote({ client }: BenchStack, from: Owner, to: Owner, stamper: Stamper) {
  const { body: quote } = await client.call(transfers.simulate, {
    body: {
      transactionId: randomUUID(),
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: 0.01,
    },
  })
  if (!('payloadToSign' in quote)) throw new Error('These accounts are not two wallets')
  const { executionId, payloadToSign } = quote
  const payloadSignature = await stamper.stamp(payloadToSign)
  return { executionId, payloadSignature, signatureType: stamper.signatureType }
}

/** The chain answers nothing between the two signals, and costs nothing. */
function signalChain({ pid }: BenchStack, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const chains = processTree(pid()).filter(({ command }) => command.startsWith('anvil'))
  if (chains.length === 0) throw new Error('The chain is no process of this server')
  for (const chain of chains) process.kill(chain.pid, signal)
}

const onceEach = ({ port }: BenchStack, requests: string[]) => ({
  port,
  requests,
  connections,
  warmUpMs: 0,
  durationMs: runMsMax,
  once: true,
})

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
