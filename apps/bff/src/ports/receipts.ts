/** What became of a transaction, read from a final block. `cost` is gas times price, in wei. */
export type Mined = {
  hash: string
  status: 'CONFIRMED' | 'REVERTED'
  blockNumber: number
  blockHash: string
  cost: bigint
}

export type ChainReceipts = {
  /** Resolves when a final block holds the transaction, or with nothing when the time is up. */
  mined: (chainId: string, hash: string, timeoutMs: number) => Promise<Mined | undefined>
  /** The same for several of which at most one can be mined. */
  minedOne: (
    chainId: string,
    hashes: readonly string[],
    timeoutMs: number,
  ) => Promise<Mined | undefined>
  /** Whether a caller waits. */
  isWaiting: () => boolean
  close: () => void
}
