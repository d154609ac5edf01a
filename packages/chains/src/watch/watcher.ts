import type { HeadWatcher } from '../port/chain.ts'
import { createPass, horizonOf, type PassOutcome } from './pass.ts'
import { createTail } from './tail.ts'
import type { ChainWatcher, WatchOptions, WatchStatus } from './types.ts'

const retryMs = 250
const chainIdMs = 3_600_000

/**
 * Reads a chain for a database: every final block once and in order, its receipts and the
 * transfers of the record's tokens, the cursor moving in the caller's own transaction.
 */
export function createChainWatcher(options: WatchOptions): ChainWatcher {
  const { adapter } = options
  const { finality } = adapter.definition
  const pass = createPass(options)
  const tail = createTail({
    adapter,
    onSeen: (block) => options.onSeen?.(block),
    onReorg: (reorg) => options.onReorg?.(reorg),
  })
  const followsTail = options.onSeen !== undefined || options.onReorg !== undefined
  let outcome: PassOutcome = { state: 'STARTING', detail: '' }
  let announcedHead: bigint | undefined
  let headNumber: bigint | undefined
  let chainIdCheckedAt: number | undefined
  let heads: HeadWatcher | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  return { start, wake, sync, status, stop }

  function start() {
    heads ??= adapter.watchHeads({
      onHead: (head) => {
        announcedHead = head.number
        wake()
      },
      ...(options.hasPending ? { hasPending: options.hasPending } : {}),
      onAvailability: (available, detail) => {
        // Behind the same address there may be another chain when the node is back.
        chainIdCheckedAt = undefined
        if (available) wake()
        else report({ state: 'UNAVAILABLE', detail })
      },
    })
  }

  function wake() {
    void run()
  }

  async function sync(): Promise<WatchStatus> {
    announcedHead = undefined
    await run()
    return status()
  }

  function status(): WatchStatus {
    return { ...outcome, cursor: pass.cursor(), headNumber }
  }

  async function stop() {
    stopped = true
    clearTimeout(retry)
    heads?.close()
    await running
  }

  /** One round at a time; a wish during a round is a further round, whoever wishes waits for it. */
  function run(): Promise<void> {
    again = !stopped
    running ??= rounds().finally(() => {
      running = undefined
    })
    return running
  }

  async function rounds() {
    clearTimeout(retry)
    while (again) {
      again = false
      report(await round())
    }
    const waits = outcome.state !== 'FOLLOWING' && outcome.state !== 'DIVERGED'
    if (waits && !stopped && heads) retry = setTimeout(wake, retryMs)
  }

  async function round(): Promise<PassOutcome> {
    if (outcome.state === 'DIVERGED') return outcome
    try {
      const wrong = await checkChainId()
      if (wrong) return wrong
      return await read()
    } catch (error) {
      // Whether it was committed is unknown: if it was, the next try is a conflict and loads anew.
      return { state: 'APPLY_FAILED', detail: String(error) }
    }
  }

  async function read(): Promise<PassOutcome> {
    const head = announcedHead ?? (await askHead())
    announcedHead = undefined
    if (typeof head !== 'bigint') return head
    headNumber = head
    const horizon = await horizonOf(adapter, finality, head)
    if ('unavailable' in horizon) return { state: 'UNAVAILABLE', detail: horizon.unavailable }
    const passed = await pass.run(horizon)
    if (passed.state !== 'FOLLOWING' || !followsTail) return passed
    const followed = await tail.follow(horizon.finalNumber ?? -1n, head)
    return followed.ok ? passed : { state: 'UNAVAILABLE', detail: followed.detail }
  }

  async function askHead(): Promise<bigint | PassOutcome> {
    const head = await adapter.head()
    return head.ok ? head.value.number : { state: 'UNAVAILABLE', detail: head.detail }
  }

  async function checkChainId(): Promise<PassOutcome | undefined> {
    if (chainIdCheckedAt !== undefined && performance.now() - chainIdCheckedAt < chainIdMs) {
      return undefined
    }
    const expected = adapter.definition.chainId
    const chainId = await adapter.chainId()
    if (!chainId.ok) return { state: 'UNAVAILABLE', detail: chainId.detail }
    if (chainId.value !== expected) {
      return { state: 'WRONG_CHAIN', detail: `the node serves chain ${chainId.value}` }
    }
    chainIdCheckedAt = performance.now()
    return undefined
  }

  function report(next: PassOutcome) {
    // Once diverged, nothing that the node says later makes it right again.
    if (outcome.state === 'DIVERGED') return
    const changed = next.state !== outcome.state || next.detail !== outcome.detail
    outcome = next
    if (changed) options.onStatus?.(status())
  }
}
