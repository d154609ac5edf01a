export {
  addressFromBytes,
  addressOfPublicKey,
  isAddress,
  isChecksumAddress,
  toChecksumAddress,
} from './address.ts'
export {
  checkSignedTransaction,
  decodeSigned,
  recoverSender,
  signTransaction,
  type SignedFailure,
  type SignedTransaction,
} from './signature.ts'
export { decodeTransfer, encodeTransfer, type EvmTransfer } from './transfer.ts'
