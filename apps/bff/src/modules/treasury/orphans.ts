import { readReference, asHex } from '@corridor/chains'
import { assetName } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { haltPayouts, listHalts, resumePayouts } from '../../records/ledger/halts.ts'
import { findClosed, readCursor } from './chain-store.ts'
import { bookOrders } from './order-booking.ts'
import { lockNonce, setNonce } from './order-store.ts'
import { findUnreadOrphans, hasStrange, keepOrphan, orphanNonces } from './orphan-store.ts'

type Parts = Pick<Deps, 'db' | 'log'>

/** Why payouts are halted when the chain knows, or may know, payments that the database does not. */
export const aheadReason =
  'The chain may have payments of the treasury that this database does not know, as after it was put back to an earlier state.'

/** Stops all payouts of a chain, until `settleOrphans` finds every payment again, or a person does. */
export async function haltChain(
  tx: Tx,
  { definition }: Pick<ChainLink, 'definition'>,
  problem: string,
): Promise<void> {
  const chainId = String(definition.chainId)
  const assets = definition.tokens.map(({ symbol }) => assetName(symbol, chainId))
  for (const asset of [...assets, `credit@${chainId}`])
    await haltPayouts(tx, { asset, reason: aheadReason, problems: [problem] })
}

/**
 * Reads what the forgotten payments were for, and resumes payouts when each of them can be known
 * again by its reference: an order for the same thing then takes it in instead of paying twice.
 */
export async function settleOrphans(deps: Parts, chain: ChainLink): Promise<void> {
  const chainId = String(chain.definition.chainId)
  const unread = await deps.db.readingAll((tx) => findUnreadOrphans(tx, chainId))
  for (const { hash } of unread) {
    const raw = await chain.adapter.rawTransaction(asHex(hash))
    if (!raw.ok || raw.value === undefined) return
    const { nonce, reference } = readReference(raw.value)
    const orphan = { hash, raw: raw.value, nonce, reference: reference ?? null }
    await deps.db.asWorker(async (tx) => {
      const key = await keepOrphan(tx, chainId, orphan)
      const closed = key && (await findClosed(tx, key))
      if (closed) await bookOrders(tx, chain, [closed])
    })
    deps.log.error({ hash, nonce, reference }, 'a payment of the treasury was not known')
  }
  const halted = (await deps.db.readingAll(listHalts)).filter(
    ({ asset, reason }) => reason === aheadReason && asset.endsWith(`@${chainId}`),
  )
  if (halted.length > 0)
    await resumeWhenKnown(
      deps,
      chain,
      halted.map(({ asset }) => asset),
    )
}

async function resumeWhenKnown(deps: Parts, chain: ChainLink, assets: string[]): Promise<void> {
  const { adapter, treasury, definition } = chain
  const chainId = String(definition.chainId)
  const sender = treasury.address.toLowerCase()
  const cursor = await deps.db.readingAll((tx) => readCursor(tx, chainId))
  if (!cursor) return
  const final = await adapter.transactionCountAt(treasury.address, cursor.blockNumber)
  const pending = await adapter.transactionCount(treasury.address)
  // Whatever is not final could still become an unknown payment.
  if (!final.ok || !pending.ok || final.value !== pending.value) return
  const isKnown = await deps.db.asWorker(async (tx) => {
    const next = await lockNonce(tx, chainId, sender)
    const nonces = new Set(await orphanNonces(tx, chainId, sender, next))
    const missing = final.value - next - nonces.size
    if (missing > 0 || (await hasStrange(tx, chainId))) return false
    if (final.value > next) await setNonce(tx, chainId, sender, final.value)
    for (const asset of assets) await resumePayouts(tx, asset, aheadReason)
    return true
  })
  if (isKnown) deps.log.warn({ chainId, assets }, 'every payment is known again, payouts go on')
}
