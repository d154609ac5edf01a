import { assetName } from '@corridor/domain'
import { batchedCall } from '../../db/batch.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { type CoverRow, readCover, recountCover } from './cover-store.ts'

/** An amount that is to be paid out, and the coin that its order costs where it is on a chain. */
export type CoverAsked = {
  asset: string
  amount: bigint
  coin: string | undefined
  /** Its order is written, and is counted among those that are open. */
  isCounted: boolean
  /** Nobody has reported what the bank holds: a sandbox pays, live does not. */
  isAmpleByDefault: boolean
}

export type CoverParts = Pick<Deps, 'jurisdictions' | 'chains' | 'config'>

/** Below so many times an order, or counted too long ago, it is counted anew, under a lock. */
const ampleTimes = 100n

/**
 * Whether the treasury can pay these amounts, each beside those before it. Where it is not many times
 * what is asked, it is counted anew and stays locked until the transaction ends: who writes an order
 * next counts this one.
 */
export const hasCover = batchedCall<CoverAsked, boolean>(async (tx, asked) => {
  const assets = [...new Set(asked.flatMap(({ asset, coin }) => (coin ? [asset, coin] : [asset])))]
  const known = byAsset(await readCover(tx, assets))
  const scarce = assets.filter((asset) => !isAmple(known.get(asset), asset, asked)).toSorted()
  const counted = scarce.some((asset) => known.has(asset)) ? await recountCover(tx, scarce) : []
  for (const row of counted) known.set(row.asset, row)
  return allocate(asked, known)
})

/** The same of one amount by what was counted last, without a lock. */
export const seemsCovered = (known: readonly Counted[], asked: CoverAsked): boolean =>
  allocate([asked], byAsset(known))[0] ?? false

type Counted = Pick<CoverRow, 'asset' | 'available' | 'order_cost'>
const byAsset = <R extends Counted>(rows: readonly R[]) =>
  new Map(rows.map((row) => [row.asset, row]))

function isAmple(row: CoverRow | undefined, asset: string, asked: readonly CoverAsked[]): boolean {
  if (!row?.is_fresh) return false
  const sum = asked.reduce(
    (total, item) =>
      total + (item.asset === asset ? item.amount : item.coin === asset ? row.order_cost : 0n),
    0n,
  )
  return sum * ampleTimes <= row.available
}

function allocate(asked: readonly CoverAsked[], known: ReadonlyMap<string, Counted>): boolean[] {
  const left = new Map([...known].map(([asset, { available }]) => [asset, available]))
  return asked.map(({ asset, amount, coin, isCounted, isAmpleByDefault }) => {
    const costs = [
      { asset, amount },
      ...(coin === undefined ? [] : [{ asset: coin, amount: known.get(coin)?.order_cost ?? 0n }]),
    ]
    const fits = costs.every((cost) => {
      const there = left.get(cost.asset)
      if (there === undefined) return isAmpleByDefault
      // An order on a chain takes its gas when it is sent.
      return there >= (isCounted && cost.asset === asset ? 0n : cost.amount)
    })
    if (fits && !isCounted)
      for (const cost of costs) {
        const there = left.get(cost.asset)
        if (there !== undefined) left.set(cost.asset, there - cost.amount)
      }
    return fits
  })
}

/** The coin in which orders of a jurisdiction are paid for, and what holds where nothing is known. */
export const coinOf = ({ jurisdictions, chains, config }: CoverParts, jurisdictionId: string) =>
  coinOfChain({ config }, chains.get(jurisdictions.byId(jurisdictionId)?.chainId ?? ''))

/** The same of a chain. */
export function coinOfChain({ config }: Pick<CoverParts, 'config'>, chain: ChainLink | undefined) {
  const { nativeCurrency, chainId } = chain?.definition ?? {}
  return {
    coin: nativeCurrency && assetName(nativeCurrency.symbol, String(chainId)),
    isAmpleByDefault: config.ENVIRONMENT === 'sandbox',
  }
}
