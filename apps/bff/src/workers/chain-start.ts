import { sql } from 'kysely'
import type { ChainLink, Deps } from '../deps.ts'
import { asHex } from '../modules/transfers/wallet-claim.ts'
import { StartRefused } from '../start-refused.ts'
import { readMined } from './chain-store.ts'

type Parts = Pick<Deps, 'db' | 'log'>

/**
 * Sees to it that database and chain belong together before anything is sent: the chain's marker,
 * the transactions that a dev chain lost, and the gas station's next nonce.
 * @throws StartRefused where they do not
 */
export async function prepareChain(deps: Parts, chain: ChainLink): Promise<void> {
  await checkMarker(deps, chain)
  await giveBack(deps, chain)
  await checkSender(deps, chain)
}

/** Sends a dev chain the transactions that it lost when its node was killed. */
export async function giveBack(deps: Parts, chain: ChainLink): Promise<void> {
  if (!chain.dev) return
  const raws = await deps.db.asWorker((tx) => readMined(tx, chainIdOf(chain)))
  const given = await chain.dev.resend(raws.map(asHex))
  if (!given.ok && given.failure === 'CHAIN_UNAVAILABLE') {
    deps.log.warn({ detail: given.detail }, 'the chain does not answer and was given nothing back')
    return
  }
  if (!given.ok) {
    throw new StartRefused(
      `The ${chain.definition.networkName} lost transactions and does not take them again (${given.detail}). Restore its state file, or reset the sandbox.`,
    )
  }
  const { sent } = given.value
  if (sent > 0) deps.log.warn({ sent }, 'the chain was given transactions that it had lost')
}

async function checkMarker(deps: Parts, chain: ChainLink): Promise<void> {
  const chainId = chainIdOf(chain)
  const known = await deps.db.asWorker((tx) =>
    tx.selectFrom('chain').select('marker').where('chain_id', '=', chainId).executeTakeFirst(),
  )
  const marker = await readMarker(chain)
  if (!known) {
    if (marker === undefined) throw unreachable(chain)
    await deps.db.asWorker((tx) =>
      tx
        .insertInto('chain')
        .values({ chain_id: chainId, marker, created_at: sql<Date>`service_now()` })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    return
  }
  // A node that is down is no other chain; transfers wait until it is back.
  if (marker === undefined) {
    deps.log.warn({ chainId }, 'the chain does not answer and could not be compared')
    return
  }
  const checked = chain.dev ? await chain.dev.check(known.marker) : undefined
  const isOther = checked
    ? !checked.ok && checked.failure === 'CHAIN_MISMATCH'
    : marker !== known.marker
  if (isOther) {
    throw new StartRefused(
      `The database belongs to another chain than the one that runs as ${chain.definition.networkName} (chain ${chainId}): it expects ${known.marker}. Restore the chain's files of this DATA_DIR, or reset the sandbox.`,
    )
  }
}

/** The dev chain's first deployment, or a real chain's first block. */
async function readMarker(chain: ChainLink): Promise<string | undefined> {
  if (chain.dev) return chain.dev.marker
  const first = await chain.adapter.block(0n)
  return first.ok ? first.value?.hash : undefined
}

async function checkSender(deps: Parts, chain: ChainLink): Promise<void> {
  const chainId = chainIdOf(chain)
  const address = chain.gasStation.address.toLowerCase()
  const count = await chain.adapter.transactionCount(chain.gasStation.address)
  const known = await deps.db.asWorker((tx) =>
    tx
      .selectFrom('chain_sender')
      .select('next_nonce')
      .where('chain_id', '=', chainId)
      .where('address', '=', address)
      .executeTakeFirst(),
  )
  if (!count.ok) {
    if (!known) throw unreachable(chain)
    return
  }
  if (!known) {
    const sender = { chain_id: chainId, address, next_nonce: count.value }
    await deps.db.asWorker((tx) =>
      tx
        .insertInto('chain_sender')
        .values(sender)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    return
  }
  if (count.value > known.next_nonce) {
    throw new StartRefused(
      `The gas station has sent ${count.value} transactions on chain ${chainId}, and the database knows of ${known.next_nonce}. It is older than the chain: nothing is sent until it is restored.`,
    )
  }
}

const chainIdOf = (chain: ChainLink): string => String(chain.definition.chainId)

const unreachable = (chain: ChainLink) =>
  new StartRefused(`The chain ${chain.definition.networkName} does not answer.`)
