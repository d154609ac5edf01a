import { readOnlySnapshot } from '../../db/isolation.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { assetName } from '@corridor/domain'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { haltPayouts } from '../../records/ledger/halts.ts'
import { type DepositParts, takeMissing } from './chain-deposits.ts'
import { insertFound, readCursor } from '../treasury/chain-store.ts'
import { type Expected, findExpected, keepCheck } from '../treasury/custody-store.ts'
import { asHex } from '@corridor/chains'

type Parts = DepositParts & Pick<Deps, 'db' | 'jobs' | 'log'>
type Difference = Expected & { held: bigint; asset: string }

/** How far back a difference is looked for. */
const rescanBlocks = 256n
const looksMax = 3
const lookAgainMs = 300

/**
 * Compares what the chain says the service holds with what the ledger says, at the last block that
 * was read (guarantees.md 3.18). A difference is looked for in the logs of that address once more;
 * what stays halts the payouts of its asset. Returns the problems; nothing while the node does not
 * answer.
 */
export async function checkCustody(deps: Parts, chain: ChainLink): Promise<string[] | undefined> {
  const chainId = String(chain.definition.chainId)
  for (let look = 1; ; look += 1) {
    const found = await compare(deps, chain)
    if (!found) return undefined
    const { block, differences } = found
    if (differences.length === 0 || look === looksMax) {
      const problems = differences.map(sentence)
      await deps.db.asWorker((tx) => keepCheck(tx, chainId, block, problems))
      await halt(deps, differences)
      return problems
    }
    for (const difference of differences) await rescan(deps, chain, difference, block)
    await takeMissing(deps, chain)
    // What a request booked from the node's answer may lie above the last block that was read.
    await sleep(lookAgainMs)
  }
}

async function compare(deps: Parts, chain: ChainLink) {
  const { definition, treasury, gasStation, adapter } = chain
  const chainId = String(definition.chainId)
  const tokens = definition.tokens.map(({ address, symbol }) => ({
    address,
    asset: assetName(symbol, chainId),
  }))
  const seen = await deps.db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    const cursor = await readCursor(tx, chainId)
    const expected = await findExpected(tx, chainId, treasury.address.toLowerCase(), tokens)
    return cursor && { cursor, expected }
  })
  if (!seen) return undefined
  const { blockNumber: block, blockHash } = seen.cursor
  const differences: Difference[] = []
  for (const [address, rows] of Map.groupBy(seen.expected, (item) => item.address)) {
    const asked = rows.map(({ token }) => asHex(token))
    const held = await adapter.balances(asHex(address), asked, block)
    if (!held.ok) return undefined
    rows.forEach((row, index) => {
      const amount = held.value.tokens[index] ?? 0n
      const over = amount - row.amount
      // Any partner may pay fees there, and claim them later or never.
      const isFeeAddress = address === gasStation.address.toLowerCase()
      if (over === 0n || (isFeeAddress && over > 0n)) return
      const asset = tokens.find((token) => token.address.toLowerCase() === row.token)?.asset ?? ''
      differences.push({ ...row, held: amount, asset })
    })
  }
  const still = await adapter.block(block)
  if (!still.ok || still.value?.hash !== blockHash) return undefined
  return { block, differences }
}

/** A node may have left logs out of a receipt: they are asked for in another way. */
async function rescan(
  deps: Parts,
  { adapter, definition }: ChainLink,
  { address, token }: Difference,
  block: bigint,
): Promise<void> {
  const from = block > rescanBlocks ? block - rescanBlocks : 0n
  const filter = { tokens: [asHex(token)], address: asHex(address) }
  const logs = await adapter.blockTransfers(from, block, filter)
  if (!logs.ok) return
  const found = await deps.db.asWorker((tx) =>
    insertFound(tx, String(definition.chainId), logs.value),
  )
  if (found > 0) deps.log.error({ address, token, found }, 'the node had left out token transfers')
}

async function halt(deps: Parts, differences: readonly Difference[]): Promise<void> {
  for (const [asset, found] of Map.groupBy(differences, (difference) => difference.asset)) {
    const problems = found.slice(0, 20).map(sentence)
    const reason = 'the chain does not hold what the ledger says'
    const isNew = await deps.db.asWorker((tx) => haltPayouts(tx, { asset, reason, problems }))
    if (isNew) deps.log.error({ alert: 'custody_mismatch', asset, problems }, reason)
  }
}

const sentence = ({ asset, address, amount, held }: Difference) =>
  `custody of ${asset} at ${address}: ${held} on the chain, ${amount} in the ledger`
