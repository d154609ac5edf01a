import type {
  BlockHeader,
  ChainAdapter,
  Hex,
  NativePayment,
  TokenTransfer,
  TransactionReceipt,
} from '../port/chain.ts'

/** The last block whose effects are in the database. */
export type Cursor = { blockNumber: bigint; blockHash: Hex }

/** `transfers` are those of the record's tokens; `receipts` carry all, `payments` native coin. */
export type ReadBlock = {
  block: BlockHeader
  receipts: readonly TransactionReceipt[]
  transfers: readonly TokenTransfer[]
  payments: readonly NativePayment[]
}

/**
 * Final blocks in order, each the child of the one before, the first the child of `previous`.
 * `blocks` is empty when the cursor is only set: at the very first start, or put back after the
 * chain lost blocks (`rewound`), in which case the next batches repeat what may be known already.
 */
export type FinalBatch = {
  previous: Cursor | undefined
  next: Cursor
  blocks: readonly ReadBlock[]
  rewound: boolean
}

/** Unfinal blocks that the chain no longer has. */
export type Reorg = { dropped: readonly ReadBlock[] }

export type WatchState =
  | 'STARTING'
  /** Everything final is applied. */
  | 'FOLLOWING'
  | 'UNAVAILABLE'
  /** The node has fewer blocks than were applied: it lags, or lost them. Waits. */
  | 'BEHIND'
  /** The cursor's block is not on this chain. Reads nothing any more; a person decides. */
  | 'DIVERGED'
  /** The node serves another chain than the record says. */
  | 'WRONG_CHAIN'
  /** `apply` threw; tried again soon. */
  | 'APPLY_FAILED'

export type WatchStatus = {
  state: WatchState
  detail: string
  cursor: Cursor | undefined
  headNumber: bigint | undefined
}

export type WatchOptions = {
  adapter: ChainAdapter
  loadCursor: () => Promise<Cursor | undefined>
  /**
   * One transaction of the caller: the effects of the blocks, and the cursor set from `previous`
   * to `next` by compare-and-set. CONFLICT when another process moved it: then it is loaded again.
   * Logs may come again after a rewind, so effects are unique by transaction hash and log index.
   */
  apply: (batch: FinalBatch) => Promise<'APPLIED' | 'CONFLICT'>
  /** A block that is not final yet: good for "seen", never for a credit. */
  onSeen?: (block: ReadBlock) => void
  onReorg?: (reorg: Reorg) => void
  onStatus?: (status: WatchStatus) => void
  /** Whether anything waits for the chain; polling is quick only then. */
  hasPending?: () => boolean
  /** Where a database without cursor begins; the present final head when absent. */
  startBlock?: bigint
  /**
   * What to do when the chain does not hold the cursor's block: FREEZE for a real chain, REWIND
   * for the dev chain, whose node loses its last second when it is killed.
   */
  whenDiverged: 'FREEZE' | 'REWIND'
}

export type ChainWatcher = {
  start: () => void
  /** Look now: something was sent, or mined on purpose. */
  wake: () => void
  /** Reads until everything that is final now is applied, or something hinders. */
  sync: () => Promise<WatchStatus>
  status: () => WatchStatus
  stop: () => Promise<void>
}
