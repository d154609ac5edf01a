import { assetName } from '@corridor/domain'
import { asHex } from '@corridor/chains'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import {
  type ChainBalance,
  keepChainBalances,
  readCover,
  recountCover,
} from '../../records/ledger/cover-store.ts'
import { feePolicy, firstFees } from './fees.ts'
import { gasOfTransfer } from './own-gas.ts'

type Parts = Pick<Deps, 'db' | 'chains' | 'jurisdictions'>

const apartMs = 5_000
/** Counted anyway so often: not all that changes it is an event. */
const recountMs = 600_000

/**
 * Keeps count of what can be paid out: asks the chains what the treasury holds. Counted while
 * something goes on, or where a chain has another answer than before; the first order after a quiet
 * while counts for itself.
 */
export function coverCheck(deps: Parts): LoopJob {
  let lastPass = -Infinity
  let isDue = false
  let counted = { as: '', at: -Infinity }
  return leaderLoop({
    name: 'cover',
    everyMs: 60_000,
    wakeOn: ['sweep', 'published'],
    run: async ({ woken, isFirst }) => {
      const isOld = performance.now() - counted.at >= recountMs
      isDue ||= isFirst || isOld || woken.size > 0
      const waitMs = lastPass + apartMs - performance.now()
      if (waitMs > 0 && !woken.has('sweep')) return { againInMs: waitMs }
      lastPass = performance.now()
      const read = await readHoldings(deps)
      const found = read.map((item) => `${item.asset} ${item.balance} ${item.orderCost}`).join()
      // What is written keeps everybody awake.
      if (!isDue && found === counted.as) return undefined
      await countCover(deps, read)
      isDue = false
      counted = { as: found, at: performance.now() }
      return undefined
    },
  })
}

/** Reads the treasury on each chain that answers, and counts all assets anew. */
export async function refreshCover(deps: Parts): Promise<void> {
  await countCover(deps, await readHoldings(deps))
}

async function readHoldings(deps: Parts): Promise<ChainBalance[]> {
  const all = await Promise.all([...deps.chains.values()].map((chain) => holdingsOf(deps, chain)))
  return all.flatMap((read) => read ?? [])
}

async function countCover(deps: Parts, read: readonly ChainBalance[]): Promise<void> {
  if (read.length > 0) await deps.db.asWorker((tx) => keepChainBalances(tx, read))
  const known = await deps.db.readingAll((tx) => readCover(tx))
  // One after the other: who writes an order waits for one asset at most.
  for (const { asset } of known) await deps.db.asWorker((tx) => recountCover(tx, [asset]))
}

async function holdingsOf(
  { jurisdictions }: Parts,
  { adapter, definition, treasury }: ChainLink,
): Promise<ChainBalance[] | undefined> {
  const chainId = String(definition.chainId)
  const tokens = jurisdictions.onChain(chainId)
  const [held, fees] = await Promise.all([
    adapter.balances(
      treasury.address,
      tokens.map(({ tokenAddress }) => asHex(tokenAddress)),
    ),
    adapter.fees(),
  ])
  if (!held.ok || !fees.ok) return undefined
  // Above the ceiling nothing is ordered, whatever is there.
  const maxFee = firstFees(feePolicy, fees.value)?.maxFeePerGas ?? feePolicy.ceiling
  const common = { chainId, holder: treasury.address, block: held.value.blockNumber }
  const { symbol, decimals } = definition.nativeCurrency
  return [
    ...tokens.map(({ id, currency, currencyScale: scale, tokenAddress }, at) => ({
      ...common,
      asset: assetName(currency, chainId),
      scale,
      token: tokenAddress,
      jurisdictionId: id,
      balance: held.value.tokens[at] ?? 0n,
      orderCost: 0n,
    })),
    {
      ...common,
      asset: assetName(symbol, chainId),
      scale: decimals,
      token: '',
      jurisdictionId: '',
      balance: held.value.native,
      orderCost: gasOfTransfer * maxFee,
    },
  ]
}
