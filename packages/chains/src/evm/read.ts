import type {
  BlockHeader,
  Head,
  Hex,
  NativePayment,
  TokenTransfer,
  TransactionReceipt,
} from '../port/chain.ts'
import { type RpcAnswer, isRecord, UnreadableAnswer } from './rpc.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
export const transferTopic: Hex =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The result of a call that has no meaningful refusal; a refusal counts as an unusable answer. */
export function resultOf(answer: RpcAnswer | undefined): unknown {
  if (!answer) throw new UnreadableAnswer('answer missing')
  if (answer.error) throw new UnreadableAnswer(`${answer.error.code} ${answer.error.message}`)
  return answer.result
}

export function hex(value: unknown, what: string): Hex {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value as Hex
  throw new UnreadableAnswer(`${what} is not hexadecimal`)
}

export function quantity(value: unknown, what: string): bigint {
  const text = hex(value, what)
  if (text.length < 3) throw new UnreadableAnswer(`${what} is empty`)
  return BigInt(text)
}

export function smallQuantity(value: unknown, what: string): number {
  const big = quantity(value, what)
  if (big > BigInt(Number.MAX_SAFE_INTEGER)) throw new UnreadableAnswer(`${what} is too large`)
  return Number(big)
}

/** A call that returns one uint256; no bytes at all mean that there is no such contract. */
export function uintOf(value: unknown, what: string): bigint {
  const text = hex(value, what)
  return text.length < 66 ? 0n : BigInt(text.slice(0, 66))
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (isRecord(value)) return value
  throw new UnreadableAnswer(`${what} is not an object`)
}

function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new UnreadableAnswer(`${what} is not a list`)
}

export function readHead(value: unknown): Head {
  const block = record(value, 'head')
  return {
    number: quantity(block['number'], 'number'),
    hash: hex(block['hash'], 'hash'),
    parentHash: hex(block['parentHash'], 'parentHash'),
    timestamp: smallQuantity(block['timestamp'], 'timestamp'),
  }
}

/** A block as `eth_getBlockByNumber` gives it, with or without whole transactions; null is undefined. */
export function readBlock(value: unknown): BlockHeader | undefined {
  if (value === null) return undefined
  const block = record(value, 'block')
  const baseFee = block['baseFeePerGas']
  return {
    ...readHead(block),
    baseFeePerGas: typeof baseFee === 'string' ? quantity(baseFee, 'baseFeePerGas') : 0n,
    transactionHashes: list(block['transactions'], 'transactions').map((transaction) =>
      hex(isRecord(transaction) ? transaction['hash'] : transaction, 'transaction'),
    ),
  }
}

/** The native coin that the transactions of a block carry, whatever became of them. */
export function readPayments(value: unknown): NativePayment[] {
  const transactions = list(record(value, 'block')['transactions'], 'transactions')
  return transactions.flatMap((transaction) => {
    const { hash, from, to, value: amount } = record(transaction, 'transaction')
    if (typeof to !== 'string' || amount === '0x0') return []
    return [
      {
        hash: hex(hash, 'hash'),
        from: hex(from, 'from'),
        to: hex(to, 'to'),
        amount: quantity(amount, 'value'),
      },
    ]
  })
}

export function readReceipt(value: unknown): TransactionReceipt | undefined {
  if (value === null) return undefined
  const receipt = record(value, 'receipt')
  const gasUsed = quantity(receipt['gasUsed'], 'gasUsed')
  const effectiveGasPrice = quantity(receipt['effectiveGasPrice'], 'effectiveGasPrice')
  const { to, contractAddress } = receipt
  return {
    hash: hex(receipt['transactionHash'], 'transactionHash'),
    status: receipt['status'] === '0x1' ? 'success' : 'reverted',
    from: hex(receipt['from'], 'from'),
    ...(typeof to === 'string' ? { to: hex(to, 'to') } : {}),
    ...(typeof contractAddress === 'string'
      ? { contractAddress: hex(contractAddress, 'contractAddress') }
      : {}),
    blockNumber: quantity(receipt['blockNumber'], 'blockNumber'),
    blockHash: hex(receipt['blockHash'], 'blockHash'),
    transactionIndex: smallQuantity(receipt['transactionIndex'], 'transactionIndex'),
    gasUsed,
    effectiveGasPrice,
    fee: gasUsed * effectiveGasPrice,
    transfers: inOrderOnce(list(receipt['logs'], 'logs').flatMap(readTransfer)),
  }
}

export function readReceipts(value: unknown): TransactionReceipt[] {
  return list(value, 'receipts').map((item) => {
    const receipt = readReceipt(item)
    if (!receipt) throw new UnreadableAnswer('a receipt is missing')
    return receipt
  })
}

/**
 * An ERC-20 Transfer log, or nothing. An NFT's Transfer has the same first topic but a fourth
 * one, and anyone may emit odd logs: what does not have the ERC-20 form is left out.
 */
export function readTransfer(value: unknown): Omit<TokenTransfer, 'blockTimestamp'>[] {
  const log = record(value, 'log')
  const topics = list(log['topics'], 'topics')
  const [topic, from, to] = topics
  const data = log['data']
  if (topic !== transferTopic || topics.length !== 3 || log['removed'] === true) return []
  if (typeof data !== 'string' || data.length !== 66) return []
  return [
    {
      token: hex(log['address'], 'address'),
      from: addressOf(from),
      to: addressOf(to),
      amount: quantity(data, 'data'),
      hash: hex(log['transactionHash'], 'transactionHash'),
      logIndex: smallQuantity(log['logIndex'], 'logIndex'),
      blockNumber: quantity(log['blockNumber'], 'blockNumber'),
      blockHash: hex(log['blockHash'], 'blockHash'),
    },
  ]
}

/** Nodes have been seen to repeat logs, and to give them in another order than the chain's. */
function inOrderOnce<T extends { logIndex: number }>(transfers: readonly T[]): T[] {
  const once = new Map(transfers.map((transfer) => [transfer.logIndex, transfer]))
  return [...once.values()].toSorted((a, b) => a.logIndex - b.logIndex)
}

/** Block times by number, for logs of nodes that do not put the time beside the log. */
export function readLogs(value: unknown) {
  return list(value, 'logs').flatMap((log) => {
    const time = record(log, 'log')['blockTimestamp']
    const blockTimestamp =
      typeof time === 'string' ? smallQuantity(time, 'blockTimestamp') : undefined
    return readTransfer(log).map((transfer) => ({ transfer, blockTimestamp }))
  })
}

function addressOf(topic: unknown): Hex {
  const text = hex(topic, 'topic')
  if (text.length !== 66) throw new UnreadableAnswer('a topic is not 32 bytes')
  return `0x${text.slice(26)}`
}
