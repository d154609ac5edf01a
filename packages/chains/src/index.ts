export { createEvmAdapter } from './evm/adapter.ts'
export type { GasStation, SignedTopUp, TopUpRequest } from './evm/gas-station.ts'
export { createGasStation, topUpGas } from './evm/gas-station.ts'
export { isSignedBy, ownershipText, type OwnershipText } from './evm/ownership.ts'
export { transferData } from './evm/prepare.ts'
export type {
  MintToSign,
  SignedTransaction,
  TransactionTerms,
  TransferToSign,
  Treasury,
} from './evm/treasury.ts'
export { createTreasury, mintData, readReference } from './evm/treasury.ts'
export type * from './port/chain.ts'
export { asHex } from './port/hex.ts'
export type { Fail, Ok, Result } from './port/result.ts'
export type * from './watch/types.ts'
export { createChainWatcher } from './watch/watcher.ts'
