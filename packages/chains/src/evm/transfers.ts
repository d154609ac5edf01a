import { numberToHex } from 'viem/utils'
import type { Hex, TokenTransfer, TransferFilter, Unavailable } from '../port/chain.ts'
import { fail, ok, type Result } from '../port/result.ts'
import { ask, readSafely } from './ask.ts'
import { readBlock, readLogs, resultOf, transferTopic } from './read.ts'
import { type Rpc, UnreadableAnswer } from './rpc.ts'

/** What nodes say to a range whose answer would be too long. */
const tooMuch = /too many|limit exceeded|more than|response size|block range|query timeout/i

export function createTransferReader(rpc: Rpc) {
  return { blockTransfers }

  /** In the order of the chain. A range that the node calls too long is split in halves. */
  async function blockTransfers(
    from: bigint,
    to: bigint,
    filter: TransferFilter,
  ): Promise<Result<TokenTransfer[], Unavailable>> {
    if (to < from || filter.tokens.length === 0) return ok([])
    const answers = await rpc.batch(
      topicsOf(filter).map((topics) => logsCall(from, to, filter, topics)),
    )
    if (!answers.ok) return answers

    const refusal = answers.value.find((answer) => answer.error)?.error
    if (refusal && tooMuch.test(refusal.message) && from < to) {
      const middle = (from + to) / 2n
      const lower = await blockTransfers(from, middle, filter)
      if (!lower.ok) return lower
      const upper = await blockTransfers(middle + 1n, to, filter)
      return upper.ok ? ok([...lower.value, ...upper.value]) : upper
    }
    if (refusal) return fail('CHAIN_UNAVAILABLE', `${refusal.code} ${refusal.message}`)

    const logs = readSafely(() => answers.value.flatMap((answer) => readLogs(resultOf(answer))))
    return logs.ok ? withTimes(logs.value) : logs
  }

  async function withTimes(logs: ReturnType<typeof readLogs>) {
    const unknown = new Set<bigint>()
    for (const log of logs) {
      if (log.blockTimestamp === undefined) unknown.add(log.transfer.blockNumber)
    }
    const numbers = [...unknown]
    const times = await ask(
      rpc,
      numbers.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(number), false],
      })),
      (answers) => new Map(numbers.map((number, index) => [number, timeOf(answers[index])])),
    )
    if (!times.ok) return times
    const transfers = logs.map(({ transfer, blockTimestamp }) => ({
      ...transfer,
      blockTimestamp: blockTimestamp ?? times.value.get(transfer.blockNumber) ?? 0,
    }))
    return ok(inOrderOnce(transfers))
  }
}

/** From or to an address are two questions, since topics can only be joined by "and". */
function topicsOf(filter: TransferFilter): (Hex | null)[][] {
  if (!filter.address) return [[transferTopic]]
  const topic = numberToHex(BigInt(filter.address), { size: 32 })
  return [
    [transferTopic, topic],
    [transferTopic, null, topic],
  ]
}

function logsCall(from: bigint, to: bigint, filter: TransferFilter, topics: (Hex | null)[]) {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  return { method: 'eth_getLogs', params: [{ ...range, address: filter.tokens, topics }] }
}

function timeOf(answer: Parameters<typeof resultOf>[0]): number {
  const block = readBlock(resultOf(answer))
  if (!block) throw new UnreadableAnswer('the block of a log is missing')
  return block.timestamp
}

/** A transfer to oneself answers both questions, and nodes have been seen to repeat logs. */
function inOrderOnce(transfers: TokenTransfer[]): TokenTransfer[] {
  const once = new Map(
    transfers.map((transfer) => [`${transfer.blockNumber}/${transfer.logIndex}`, transfer]),
  )
  return [...once.values()].sort((a, b) =>
    a.blockNumber === b.blockNumber
      ? a.logIndex - b.logIndex
      : a.blockNumber < b.blockNumber
        ? -1
        : 1,
  )
}
