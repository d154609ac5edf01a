import { numberToHex } from 'viem/utils'
import type {
  BlockHeader,
  BlockWithReceipts,
  Finality,
  Hex,
  NativePayment,
  TransactionReceipt,
  Unavailable,
} from '../port/chain.ts'
import { type Result, ok } from '../port/result.ts'
import { ask } from './ask.ts'
import { readBlock, readPayments, readReceipts, resultOf } from './read.ts'
import { type Rpc, type RpcCall, UnreadableAnswer } from './rpc.ts'

const blockCall = (at: bigint | string): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [typeof at === 'bigint' ? numberToHex(at) : at, false],
})

/** With whole transactions, since receipts do not say what native coin one carried. */
const wholeBlockCall = (number: bigint): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [numberToHex(number), true],
})

const receiptsCall = (number: bigint): RpcCall => ({
  method: 'eth_getBlockReceipts',
  params: [numberToHex(number)],
})

export function createBlockReader(rpc: Rpc, finality: Finality) {
  return { head, finalHead, block, blocks, blockReceipts }

  function head(): Promise<Result<BlockHeader, Unavailable>> {
    return ask(rpc, [blockCall('latest')], ([answer]) => {
      const latest = readBlock(resultOf(answer))
      if (!latest) throw new UnreadableAnswer('no latest block')
      return latest
    })
  }

  async function finalHead(): Promise<Result<BlockHeader | undefined, Unavailable>> {
    if ('tag' in finality) {
      return ask(rpc, [blockCall(finality.tag)], ([answer]) => readBlock(resultOf(answer)))
    }
    const latest = await head()
    if (!latest.ok || finality.depth === 0) return latest
    const number = latest.value.number - BigInt(finality.depth)
    return number < 0n ? ok(undefined) : block(number)
  }

  function block(number: bigint): Promise<Result<BlockHeader | undefined, Unavailable>> {
    return ask(rpc, [blockCall(number)], ([answer]) => readBlock(resultOf(answer)))
  }

  function blockReceipts(number: bigint): Promise<Result<TransactionReceipt[], Unavailable>> {
    return ask(rpc, [receiptsCall(number)], ([answer]) => readReceipts(resultOf(answer) ?? []))
  }

  /**
   * A single block is had with its receipts in one request, because that is the live case; in a
   * longer range most blocks are empty, so receipts are asked for only where there is something.
   */
  async function blocks(from: bigint, to: bigint) {
    if (from > to) return ok([])
    if (from === to) return single(from)
    const headers = await ask(rpc, range(from, to).map(wholeBlockCall), (answers) =>
      untilMissing(answers.map((answer) => readWhole(resultOf(answer)))),
    )
    if (!headers.ok) return headers
    const full = headers.value
      .map(({ block: header }) => header)
      .filter((header) => header.transactionHashes.length > 0)
    return ask(
      rpc,
      full.map((header) => receiptsCall(header.number)),
      (answers) => {
        const found = new Map<Hex, TransactionReceipt[]>()
        full.forEach((header, index) => {
          found.set(header.hash, readReceipts(resultOf(answers[index])))
        })
        return headers.value.map((whole) => together(whole, found.get(whole.block.hash) ?? []))
      },
    )
  }

  function single(number: bigint): Promise<Result<BlockWithReceipts[], Unavailable>> {
    const calls = [wholeBlockCall(number), receiptsCall(number)]
    return ask(rpc, calls, ([blockAnswer, receiptsAnswer]) => {
      const whole = readWhole(resultOf(blockAnswer))
      if (!whole) return []
      return [together(whole, readReceipts(resultOf(receiptsAnswer) ?? []))]
    })
  }
}

type WholeBlock = { block: BlockHeader; payments: NativePayment[] }

function readWhole(value: unknown): WholeBlock | undefined {
  const block = readBlock(value)
  return block && { block, payments: readPayments(value) }
}

/**
 * A block and its receipts must be of one and the same block: a reorg between two answers, or a
 * node that leaves receipts out or repeats them, must not make a payment look missing or double.
 */
function together({ block, payments }: WholeBlock, receipts: TransactionReceipt[]) {
  const byHash = new Map(receipts.map((receipt) => [receipt.hash, receipt]))
  const inOrder = block.transactionHashes.map((hash) => {
    const receipt = byHash.get(hash)
    if (receipt?.blockHash === block.hash) return receipt
    throw new UnreadableAnswer(`receipts do not fit block ${block.number}`)
  })
  const isPaid = ({ hash }: NativePayment) => byHash.get(hash)?.status === 'success'
  return { block, receipts: inOrder, payments: payments.filter(isPaid) }
}

function range(from: bigint, to: bigint): bigint[] {
  return Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index))
}

function untilMissing(headers: readonly (WholeBlock | undefined)[]): WholeBlock[] {
  const found: WholeBlock[] = []
  for (const header of headers) {
    if (!header) break
    found.push(header)
  }
  return found
}
