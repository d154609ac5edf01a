import type { Result } from './result.ts'

/** Bytes as text, `0x` and lower case; addresses may carry the checksum's capitals. */
export type Hex = `0x${string}`

/** When a block counts: a number of blocks on top of it, or the chain's own finalized tag. */
export type Finality = { depth: number } | { tag: 'finalized' }

export type TokenDefinition = {
  /** Stable name of the token inside the chain's record, e.g. `dev-usdc`. */
  key: string
  symbol: string
  name: string
  decimals: number
  address: Hex
}

/** A chain is a record: an adapter needs nothing else to work with it. */
export type ChainDefinition = {
  /** Stable name of the chain, e.g. `dev`. */
  chainKey: string
  chainId: number
  networkName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrl: string
  /** Where heads are announced; `rpcUrl` with the scheme ws(s) when absent. */
  webSocketUrl?: string
  explorerUrl?: string
  finality: Finality
  tokens: readonly TokenDefinition[]
  /** The service's own token that credits deposits for verifications; it is no currency. */
  creditToken?: TokenDefinition
}

/** `timestamp` is in seconds since 1970, as the chain writes it. */
export type BlockHeader = {
  number: bigint
  hash: Hex
  parentHash: Hex
  timestamp: number
  baseFeePerGas: bigint
  transactionHashes: readonly Hex[]
}

/** One ERC-20 Transfer log. `amount` is in the token's base units. */
export type TokenTransfer = {
  token: Hex
  from: Hex
  to: Hex
  amount: bigint
  hash: Hex
  logIndex: number
  blockNumber: bigint
  blockHash: Hex
  blockTimestamp: number
}

/** What became of a transaction. `fee` is in the native coin's base units. */
export type TransactionReceipt = {
  hash: Hex
  status: 'success' | 'reverted'
  from: Hex
  /** Absent for the creation of a contract. */
  to?: Hex
  contractAddress?: Hex
  blockNumber: bigint
  blockHash: Hex
  transactionIndex: number
  gasUsed: bigint
  effectiveGasPrice: bigint
  fee: bigint
  /** Every ERC-20 Transfer log of the transaction, of known and unknown tokens. */
  transfers: readonly Omit<TokenTransfer, 'blockTimestamp'>[]
}

/** Native coin that a transaction itself carries. `amount` is in base units and more than 0. */
export type NativePayment = {
  hash: Hex
  from: Hex
  to: Hex
  amount: bigint
}

/** Read at one block, so that native coin and tokens fit together. Amounts in base units. */
export type Balances = {
  native: bigint
  /** In the order of the tokens asked for. */
  tokens: readonly bigint[]
  blockNumber: bigint
  blockTimestamp: number
}

/** An ERC-20 transfer ready to be signed. `unsignedTransaction` is as signing-formats.md 10.2. */
export type PreparedTransfer = {
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  baseFee: bigint
  unsignedTransaction: Hex
}

export type TransferRequest = {
  from: Hex
  token: Hex
  to: Hex
  /** In the token's base units. */
  amount: bigint
  /** The reserved nonce; the chain's next one (pending included) when absent. */
  nonce?: number
  /** The least nonce, where none is reserved. */
  nonceMin?: number
}

/** Fees at this moment, as `prepareTransfer` would use them. */
export type Fees = {
  baseFee: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The node gave no usable answer in time; never a statement about a transfer. */
export type Unavailable = 'CHAIN_UNAVAILABLE'

export type PrepareFailure =
  | Unavailable
  /** The token refuses for want of balance (selector e450d38c). */
  | 'INSUFFICIENT_BALANCE'
  /** The token refuses for another reason. */
  | 'TRANSFER_REVERTED'

export type SendFailure =
  | Unavailable
  /** The node counts the nonce as spent; by this transaction or another one, the receipt says. */
  | 'NONCE_TOO_LOW'
  /** The sender cannot pay the gas: top up and send the same bytes again. */
  | 'INSUFFICIENT_NATIVE'
  /** The fee ceiling lies below the present base fee: wait, or quote anew. */
  | 'FEE_TOO_LOW'
  /** The node calls the bytes invalid (other chain, bad signature, bad fields). */
  | 'TRANSACTION_REFUSED'

export type Head = { number: bigint; hash: Hex; parentHash: Hex; timestamp: number }

export type HeadWatcher = {
  /** True while heads are announced; false while the fallback polls. */
  announced: () => boolean
  close: () => void
}

export type WatchHeadsOptions = {
  onHead: (head: Head) => void
  /** Says whether anything waits for the chain; decides how often the fallback polls. */
  hasPending?: () => boolean
  /** Each change between reachable and unreachable. */
  onAvailability?: (available: boolean, detail: string) => void
}

/** What a contract says of its own token; absent where it says nothing. Anyone may have written it. */
export type TokenFacts = { symbol?: string; decimals?: bigint }

export type BlockWithReceipts = {
  block: BlockHeader
  receipts: readonly TransactionReceipt[]
  /**
   * Of successful transactions. What a contract passes on within one, or a validator earns, is in no
   * block's list of transactions.
   */
  payments: readonly NativePayment[]
}

export type TransferFilter = {
  /** Only logs of these contracts. */
  tokens: readonly Hex[]
  /** Only transfers from or to this address. */
  address?: Hex
}

/**
 * The one way to a chain. Amounts and block numbers are bigint, nonces and seconds are number.
 * Every failure is returned; an unreachable, slow or nonsensical node is `CHAIN_UNAVAILABLE`.
 */
export type ChainAdapter = {
  readonly definition: ChainDefinition
  chainId: () => Promise<Result<number, Unavailable>>
  head: () => Promise<Result<BlockHeader, Unavailable>>
  /** The newest block that counts by the record's finality; undefined while there is none. */
  finalHead: () => Promise<Result<BlockHeader | undefined, Unavailable>>
  block: (number: bigint) => Promise<Result<BlockHeader | undefined, Unavailable>>
  /** Blocks of a range with their receipts, in order; shorter when the chain ends earlier. */
  blocks: (from: bigint, to: bigint) => Promise<Result<BlockWithReceipts[], Unavailable>>
  blockReceipts: (number: bigint) => Promise<Result<TransactionReceipt[], Unavailable>>
  blockTransfers: (
    from: bigint,
    to: bigint,
    filter: TransferFilter,
  ) => Promise<Result<TokenTransfer[], Unavailable>>
  /** At the newest block, or at the one named; nodes forget the state of old blocks. */
  balances: (
    address: Hex,
    tokens: readonly Hex[],
    at?: bigint,
  ) => Promise<Result<Balances, Unavailable>>
  /**
   * In one request, each as the node's newest block has it at that moment, which may be another block
   * for each.
   */
  newestBalances: (
    address: Hex,
    tokens: readonly Hex[],
  ) => Promise<Result<Pick<Balances, 'native' | 'tokens'>, Unavailable>>
  /** What contracts say of themselves, in the order of asking, with little gas for each. */
  tokenFacts: (contracts: readonly Hex[]) => Promise<Result<TokenFacts[], Unavailable>>
  /**
   * Whether a wallet that is a contract calls a signature of a text its own (EIP-191 within EIP-1271),
   * with a bound of gas, at the newest block that counts; false for an address without code there.
   */
  isSignedByContract: (
    address: Hex,
    signed: { message: string; signature: string },
  ) => Promise<Result<boolean, Unavailable>>
  fees: () => Promise<Result<Fees, Unavailable>>
  prepareTransfer: (request: TransferRequest) => Promise<Result<PreparedTransfer, PrepareFailure>>
  /** The next nonce of an address; `mined` leaves out what still waits in the pool. */
  transactionCount: (
    address: Hex,
    which?: 'pending' | 'mined',
  ) => Promise<Result<number, Unavailable>>
  /** The next nonce of an address as of a block: what is below was spent by then. */
  transactionCountAt: (address: Hex, block: bigint) => Promise<Result<number, Unavailable>>
  /** The gas that a call would take; a refusal of the contract is TRANSFER_REVERTED. */
  estimate: (call: { from: Hex; to: Hex; data: Hex }) => Promise<Result<bigint, PrepareFailure>>
  /** Sends the same bytes as often as needed; known or mined already counts as sent. */
  send: (rawTransaction: Hex) => Promise<Result<{ hash: Hex }, SendFailure>>
  /** Undefined while the transaction is not in a block. */
  receipt: (hash: Hex) => Promise<Result<TransactionReceipt | undefined, Unavailable>>
  /** The signed bytes of a transaction as the node has them, mined or waiting. */
  rawTransaction: (hash: Hex) => Promise<Result<Hex | undefined, Unavailable>>
  watchHeads: (options: WatchHeadsOptions) => HeadWatcher
  close: () => void
}
