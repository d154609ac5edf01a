export type * from './port.ts'
export type { Fail, Ok, Result } from './result.ts'
export { asHex } from './evm/hex.ts'
export { transferData } from './evm/prepare.ts'
export { createEvmAdapter } from './evm/adapter.ts'
export type { GasStation, SignedTopUp, TopUpRequest } from './evm/gas-station.ts'
export { createGasStation, topUpGas } from './evm/gas-station.ts'
export type {
  MintToSign,
  SignedTransaction,
  TransactionTerms,
  TransferToSign,
  Treasury,
} from './evm/treasury.ts'
export { createTreasury, mintData, readReference } from './evm/treasury.ts'
export { createChainWatcher } from './watch.ts'
export type * from './watch/types.ts'
