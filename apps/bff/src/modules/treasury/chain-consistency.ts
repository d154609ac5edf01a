import { findNonce, addSender } from './order-store.ts'
import { findMarker, insertMarker, readMined } from './chain-store.ts'
import { insertOpenings } from './custody-store.ts'
import { type Balances, asHex } from '@corridor/chains'
import { haltChain } from './orphans.ts'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { watchAddress } from './watched-address-store.ts'

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
  await checkTreasury(deps, chain)
}

/** Sends a dev chain the transactions that it lost when its node was killed. */
export async function giveBack(deps: Parts, chain: ChainLink): Promise<void> {
  if (!chain.dev) return
  const raws = await deps.db.readingAll((tx) => readMined(tx, chainIdOf(chain)))
  const resent = await chain.dev.resend(raws.map(asHex))
  if (!resent.ok && resent.failure === 'CHAIN_UNAVAILABLE') {
    deps.log.warn({ detail: resent.detail }, 'the chain does not answer and was given nothing back')
    return
  }
  if (!resent.ok) {
    throw new StartRefused(
      `The ${chain.definition.networkName} lost transactions and does not take them again (${resent.detail}). Restore its state file, or reset the sandbox.`,
    )
  }
  const { sent } = resent.value
  if (sent > 0) deps.log.warn({ sent }, 'the chain was given transactions that it had lost')
}

async function checkMarker(deps: Parts, chain: ChainLink): Promise<void> {
  const chainId = chainIdOf(chain)
  const known = await deps.db.readingAll((tx) => findMarker(tx, chainId))
  const marker = await readMarker(chain)
  if (!known) {
    if (marker === undefined) throw unreachable(chain)
    await deps.db.asWorker((tx) => insertMarker(tx, chainId, marker))
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
  const known = await deps.db.readingAll((tx) => findNonce(tx, chainId, address))
  if (!count.ok) {
    if (known === undefined) throw unreachable(chain)
    return
  }
  if (known === undefined) {
    await deps.db.asWorker((tx) => addSender(tx, chainId, address, count.value))
    return
  }
  if (count.value > known) {
    throw new StartRefused(
      `The gas station has sent ${count.value} transactions on chain ${chainId}, and the database knows of ${known}. It is older than the chain: nothing is sent until it is restored.`,
    )
  }
}

/**
 * The treasury's next nonce, and what it held when this database first saw it. A chain that knows
 * more of it than the database, or that does not say, halts payouts until each payment is known
 * again (guarantees.md 3.20).
 */
async function checkTreasury(deps: Parts, chain: ChainLink): Promise<void> {
  const { adapter, treasury, definition } = chain
  const chainId = chainIdOf(chain)
  const address = treasury.address.toLowerCase()
  const tokens = definition.tokens.map((token) => token.address)
  const known = await deps.db.readingAll((tx) => findNonce(tx, chainId, address))
  const count = await adapter.transactionCount(treasury.address)
  if (known === undefined) {
    const balances = await adapter.balances(treasury.address, tokens)
    if (!count.ok || !balances.ok) throw unreachable(chain)
    await deps.db.asWorker((tx) =>
      openTreasury(tx, chainId, address, count.value, tokens, balances.value),
    )
    return
  }
  if (count.ok && count.value <= known) return
  if (count.ok) {
    const problem = `nonce ${count.value} on the chain, ${known} in the database`
    deps.log.error({ chainId, problem }, 'the chain knows payments that the database does not')
    await deps.db.asWorker((tx) => haltChain(tx, chain, problem))
    return
  }
  // What it knows is not known yet: nothing is paid before that was compared.
  const problem = 'the chain did not answer at the start'
  await deps.db.asWorker((tx) => haltChain(tx, chain, problem))
}

async function openTreasury(
  tx: Tx,
  chainId: string,
  address: string,
  nonce: number,
  tokens: readonly string[],
  held: Balances,
): Promise<void> {
  await addSender(tx, chainId, address, nonce)
  await watchAddress(tx, chainId, address)
  await insertOpenings(
    tx,
    tokens.map((token, index) => ({
      chain_id: chainId,
      address,
      token: token.toLowerCase(),
      amount: held.tokens[index] ?? 0n,
      block_number: Number(held.blockNumber),
    })),
  )
}

const chainIdOf = (chain: ChainLink): string => String(chain.definition.chainId)

const unreachable = (chain: ChainLink) =>
  new StartRefused(`The chain ${chain.definition.networkName} does not answer.`)
