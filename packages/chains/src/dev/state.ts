import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Rpc } from '../evm/rpc.ts'
import { type DevChainPaths, writeWhole } from './files.ts'

export type StateKeeper = {
  /** Saves when the chain has moved; false when the node did not answer. */
  save: () => Promise<boolean>
  /** The next save writes whatever the head is. */
  forget: () => void
}

const unzip = promisify(gunzip)

/**
 * Keeps the chain's state in its file. anvil's own `--state-interval` writes over the file every
 * second whether or not anything happened, and a kill in that moment leaves it empty; here the
 * file is replaced as a whole, and only after a new block.
 */
export function createStateKeeper(rpc: Rpc, paths: DevChainPaths): StateKeeper {
  let savedHead: unknown
  let underWay: Promise<void> | undefined

  return { save, forget }

  async function save(): Promise<boolean> {
    const block = await rpc.call('eth_blockNumber', [])
    if (!block.ok || block.value.error) return false
    if (block.value.result === savedHead) return true
    underWay ??= write(block.value.result).finally(() => {
      underWay = undefined
    })
    await underWay
    return true
  }

  async function write(head: unknown) {
    const dump = await rpc.call('anvil_dumpState', [])
    if (!dump.ok || dump.value.error || typeof dump.value.result !== 'string') return
    const state = await unzip(Buffer.from(dump.value.result.slice(2), 'hex'))
    await writeWhole(paths.state, state)
    savedHead = head
  }

  function forget() {
    savedHead = undefined
  }
}
