import { routes } from '@corridor/contract/routes'
import { type Sender, bareChain } from '../baselines/chain.ts'
import type { Bench } from '../measure/bench.ts'
import { lanes } from '../measure/loops.ts'
import { alternate, judge } from '../measure/measure.ts'
import { type Wallet, createWallets, startBenchStack, transfer } from '../setup/partner.ts'

const many = 16

/** Goal 14: the whole flow of a partner's program against the barest transfer on the same chain. */
export const walletTransfers: Bench = {
  name: 'wallet-transfers',
  what: `simulate, stamp, transfer, COMPLETED, alone and by ${many} wallets, against bare send and receipt`,
  run: async ({ rounds, seconds }) => {
    const stack = await startBenchStack()
    try {
      const wallets = await createWallets(stack, many)
      const chain = stack
        .sandbox()
        .chains.find(({ jurisdictionId }) => jurisdictionId === stack.jurisdictionId)
      if (!chain) throw new Error('sandbox.json names no chain')
      const bare = bareChain(chain)
      const senders = await Promise.all(wallets.map(() => bare.createSender()))
      for (const { account } of senders) {
        const { address } = account
        const body = { address, jurisdictionId: stack.jurisdictionId, amount: 1000 }
        await stack.client.call(routes.sandbox.faucet, { body })
      }
      const ours = async (lane: number) => {
        const from = at<Wallet>(wallets, lane)
        const { wholeMs, executeMs } = await transfer(stack.client, from, at(wallets, lane + 1))
        return { whole: wholeMs, 'from transfer call': executeMs }
      }
      const base = async (lane: number) => {
        const sent = await bare.send(at<Sender>(senders, lane), at<Wallet>(wallets, lane).address)
        return { ...sent, 'from transfer call': sent['whole'] ?? 0 }
      }
      const series = await alternate(
        [
          { name: 'wallet transfer c=1', run: () => lanes(1, seconds, ours) },
          { name: 'send + receipt c=1', run: () => lanes(1, seconds, base) },
          { name: `wallet transfer c=${many}`, run: () => lanes(many, seconds, ours) },
          { name: `send + receipt c=${many}`, run: () => lanes(many, seconds, base) },
        ],
        rounds,
      )
      return {
        series,
        verdicts: [
          judge(series, {
            ours: 'wallet transfer c=1',
            base: 'send + receipt c=1',
            metric: 'from transfer call p50 ms',
            must: 4,
            aim: 2,
            better: 'less',
          }),
          judge(series, {
            ours: `wallet transfer c=${many}`,
            base: `send + receipt c=${many}`,
            metric: 'rate/s',
            must: 0.4,
            aim: 0.7,
            better: 'more',
          }),
        ],
      }
    } finally {
      await stack.remove()
    }
  },
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
