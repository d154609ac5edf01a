import type { ReadBlock } from '@corridor/chains'
import type { Tx } from '../../db/open.ts'
import { inSavepoint } from '../../db/isolation.ts'
import type { Deps } from '../../ports/deps.ts'
import { blockTimeOf, settleOrder } from '../liquidity/background/settle-orders.ts'
import type { FeeDeps } from '../partners/fees.ts'
import type { ClosedOrder } from '../treasury/chain-store.ts'

/**
 * Settles what closed orders of credit lines were for, in the transaction that read their receipts.
 * One that fails holds up no block: the background work of credit lines settles it later.
 */
export async function settleLiquidity(
  tx: Tx,
  deps: FeeDeps & Pick<Deps, 'log'>,
  blocks: readonly ReadBlock[],
  closed: readonly ClosedOrder[],
): Promise<void> {
  const times = new Map(blocks.map(({ block }) => [Number(block.number), blockTimeOf(block)]))
  for (const order of closed) {
    const blockTime = times.get(order.block_number)
    if (!blockTime) continue
    try {
      await inSavepoint(tx, () => settleOrder(tx, deps, { ...order, blockTime }))
    } catch (error) {
      deps.log.error({ err: error, subject: order.subject }, 'an order is settled later')
    }
  }
}
