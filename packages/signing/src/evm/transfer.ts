import { decode, encode } from '@ethereumjs/rlp'
import { attempt, bytesToHex, concat, hexToBytes, type Bytes } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { addressFromBytes, isAddress } from './address.ts'

/** An EIP-1559 call of ERC-20 `transfer`. Fees in wei, amount in the token's base units. */
export type EvmTransfer = {
  chainId: number
  nonce: number
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  gas: bigint
  /** Checksum address of the token contract. */
  token: string
  /** Checksum address that is paid. */
  recipient: string
  amount: bigint
}

const TYPE_EIP1559 = 0x02
const TRANSFER_SELECTOR = 'a9059cbb'
const UINT256_MAX = 2n ** 256n - 1n

/**
 * The unsigned form `0x02 ‖ RLP[…]` with value 0 and an empty access list
 * (signing-formats.md 10.2).
 * @throws {TypeError} on a field out of its range.
 */
export function encodeTransfer(transfer: EvmTransfer): string {
  return `0x${bytesToHex(concat(Uint8Array.of(TYPE_EIP1559), encode(transferItems(transfer))))}`
}

/**
 * What a person is asked to sign, read from the bytes themselves (signing-formats.md 9.1).
 * Any other type, selector, value, access list, length or non-canonical spelling is UNDECODABLE.
 */
export function decodeTransfer(unsignedTransaction: string): Result<EvmTransfer, 'UNDECODABLE'> {
  const items = readItems(unsignedTransaction)
  const transfer = items?.length === 9 ? readTransfer(items) : undefined
  if (!transfer) return fail('UNDECODABLE')
  // Writing it again must give the same text: nothing in it is left unread.
  const again = attempt(() => encodeTransfer(transfer))
  return again === unsignedTransaction ? ok(transfer) : fail('UNDECODABLE')
}

type RlpItem = Uint8Array | RlpItem[]

/** The RLP items of a type 2 transaction, or undefined. */
export function readItems(transaction: string): RlpItem[] | undefined {
  const bytes = attempt(() => hexToBytes(transaction.replace(/^0x/, '')))
  if (!bytes || !transaction.startsWith('0x') || bytes[0] !== TYPE_EIP1559) return undefined
  const items = attempt(() => decode(bytes.subarray(1)))
  return Array.isArray(items) ? items : undefined
}

/** The first nine items of a transaction as a transfer, or undefined. */
export function readTransfer(items: readonly RlpItem[]): EvmTransfer | undefined {
  const fields = items.slice(0, 8).filter((item) => item instanceof Uint8Array)
  const [chainId, nonce, priorityFee, fee, gas, to, value, data] = fields
  const accessList = items[8]
  if (!chainId || !nonce || !priorityFee || !fee || !gas || !to || !value || !data) return undefined
  if (!Array.isArray(accessList) || accessList.length > 0) return undefined
  if (to.length !== 20 || value.length > 0 || data.length !== 68) return undefined
  if (bytesToHex(data.subarray(0, 16)) !== TRANSFER_SELECTOR.padEnd(32, '0')) return undefined

  return {
    chainId: Number(readInteger(chainId)),
    nonce: Number(readInteger(nonce)),
    maxFeePerGas: readInteger(fee),
    maxPriorityFeePerGas: readInteger(priorityFee),
    gas: readInteger(gas),
    token: addressFromBytes(to),
    recipient: addressFromBytes(data.subarray(16, 36)),
    amount: readInteger(data.subarray(36)),
  }
}

function transferItems(transfer: EvmTransfer): (Bytes | never[])[] {
  return [
    safeQuantity(transfer.chainId, 1),
    safeQuantity(transfer.nonce, 0),
    quantity(transfer.maxPriorityFeePerGas),
    quantity(transfer.maxFeePerGas),
    quantity(transfer.gas),
    addressBytes(transfer.token),
    new Uint8Array(),
    concat(
      hexToBytes(TRANSFER_SELECTOR),
      paddedUint(BigInt(`0x${bytesToHex(addressBytes(transfer.recipient))}`)),
      paddedUint(transfer.amount),
    ),
    [],
  ]
}

function readInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

function safeQuantity(value: number, least: number): Bytes {
  if (!Number.isSafeInteger(value) || value < least) throw new TypeError('Expected a safe integer.')
  return quantity(BigInt(value))
}

function quantity(value: bigint): Bytes {
  if (value < 0n || value > UINT256_MAX)
    throw new TypeError('Expected an unsigned 256-bit integer.')
  if (value === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))
}

function paddedUint(value: bigint): Bytes {
  if (value < 0n || value > UINT256_MAX)
    throw new TypeError('Expected an unsigned 256-bit integer.')
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function addressBytes(address: string): Bytes {
  if (!isAddress(address)) throw new TypeError('Expected 0x and 40 hex characters.')
  return hexToBytes(address.slice(2).toLowerCase())
}
