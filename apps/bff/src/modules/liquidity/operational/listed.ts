import { fail, ok } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findLine, findOperational } from '../../../records/liquidity/line-store.ts'
import { paidInBy } from '../../../records/liquidity/payment-store.ts'
import { keepAsCase } from '../../screening/cases.ts'
import type { ScreeningContext } from '../../screening/screen.ts'
import { lookUpSenders, type Senders } from '../../screening/senders.ts'

type Parts = Pick<Deps, 'db' | 'ids' | 'screening' | 'log'>

/** A decision about an address holds for what it sent to the operational wallet and gets from it. */
export const walletContext = (partnerId: string, address: string): ScreeningContext => ({
  partnerId,
  kind: 'wallet',
  id: address.toLowerCase(),
})

type Arrived = { from: string; to: string }

/** Nobody can refuse money on a chain: what a listed address sends is held by a review on arrival. */
export async function reviewListed(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  { chainId, transfers, senders }: { chainId: string; transfers: Arrived[]; senders: Senders },
): Promise<void> {
  const listed = transfers.filter(
    ({ from }) => (senders.get(from.toLowerCase())?.report.hits.length ?? 0) > 0,
  )
  const to = [...new Set(listed.map((transfer) => transfer.to.toLowerCase()))]
  for (const { partner_id: partnerId, address } of await findOperational(tx, chainId, to))
    for (const from of new Set(
      listed.flatMap((item) =>
        item.to.toLowerCase() === address ? [item.from.toLowerCase()] : [],
      ),
    )) {
      const found = senders.get(from)
      if (found) await keepAsCase(tx, deps, walletContext(partnerId, from), found)
    }
}

/**
 * What listed addresses sent to the operational wallet and the operator has not cleared, base units:
 * it pays nothing. Asks the lists again, outside any transaction.
 */
export async function heldOfListed(deps: Parts, partnerId: string) {
  const paid = await deps.db.asWorker(async (tx) => {
    const line = await findLine(tx, partnerId)
    if (!line) return []
    const { chain_id: chainId, token, operational_address: to } = line
    return paidInBy(tx, { chainId, token, to })
  })
  const senders = await lookUpSenders(
    deps,
    paid.map(({ payer }) => ({ kind: 'address', address: payer })),
  )
  let held = 0n
  for (const { payer, amount } of paid) {
    const found = senders.get(payer)
    if (!found) return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 })
    if (found.report.hits.length === 0) continue
    const { outcome } = await deps.db.withPartner(partnerId, (tx) =>
      keepAsCase(tx, deps, walletContext(partnerId, payer), found),
    )
    if (outcome === 'HIT') held += amount
  }
  return ok(held)
}
