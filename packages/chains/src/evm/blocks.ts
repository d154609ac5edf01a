import { numberToHex } from 'viem/utils'
import type {
  BlockHeader,
  BlockWithReceipts,
  Finality,
  Hex,
  TransactionReceipt,
  Unavailable,
} from '../port/chain.ts'
import { type Result, ok } from '../port/result.ts'
import { ask } from './ask.ts'
import { readBlock, readReceipts, resultOf } from './read.ts'
import { type Rpc, type RpcCall, UnreadableAnswer } from './rpc.ts'

const blockCall = (at: bigint | string): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [typeof at === 'bigint' ? numberToHex(at) : at, false],
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
  async function blocks(
    from: bigint,
    to: bigint,
  ): Promise<Result<BlockWithReceipts[], Unavailable>> {
    if (from > to) return ok([])
    if (from === to) return single(from)
    const headers = await ask(rpc, range(from, to).map(blockCall), (answers) =>
      untilMissing(answers.map((answer) => readBlock(resultOf(answer)))),
    )
    if (!headers.ok) return headers
    const full = headers.value.filter((header) => header.transactionHashes.length > 0)
    return ask(
      rpc,
      full.map((header) => receiptsCall(header.number)),
      (answers) => {
        const found = new Map<Hex, TransactionReceipt[]>()
        full.forEach((header, index) => {
          found.set(header.hash, readReceipts(resultOf(answers[index])))
        })
        return headers.value.map((header) => together(header, found.get(header.hash) ?? []))
      },
    )
  }

  function single(number: bigint): Promise<Result<BlockWithReceipts[], Unavailable>> {
    return ask(rpc, [blockCall(number), receiptsCall(number)], ([blockAnswer, receiptsAnswer]) => {
      const header = readBlock(resultOf(blockAnswer))
      if (!header) return []
      return [together(header, readReceipts(resultOf(receiptsAnswer) ?? []))]
    })
  }
}

/**
 * A block and its receipts must be of one and the same block: a reorg between two answers, or a
 * node that leaves receipts out or repeats them, must not make a payment look missing or double.
 */
function together(block: BlockHeader, receipts: TransactionReceipt[]): BlockWithReceipts {
  const byHash = new Map(receipts.map((receipt) => [receipt.hash, receipt]))
  const inOrder = block.transactionHashes.map((hash) => {
    const receipt = byHash.get(hash)
    if (receipt?.blockHash === block.hash) return receipt
    throw new UnreadableAnswer(`receipts do not fit block ${block.number}`)
  })
  return { block, receipts: inOrder }
}

function range(from: bigint, to: bigint): bigint[] {
  return Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index))
}

function untilMissing(headers: readonly (BlockHeader | undefined)[]): BlockHeader[] {
  const found: BlockHeader[] = []
  for (const header of headers) {
    if (!header) break
    found.push(header)
  }
  return found
}
