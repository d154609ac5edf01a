import { numberToHex, serializeTransaction } from 'viem/utils'
import type { Fees, Hex, TransferRequest, Unavailable } from '../port/chain.ts'
import { type Result, fail } from '../port/result.ts'
import { ask, readSafely } from './ask.ts'
import { quantity, readBlock, resultOf, smallQuantity } from './read.ts'
import { estimateFailure } from './refusals.ts'
import { type Rpc, type RpcAnswer, UnreadableAnswer } from './rpc.ts'

const feeCalls = [
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_maxPriorityFeePerGas', params: [] },
] as const

/** ERC-20 `transfer(address,uint256)` as call data. */
export function transferData(to: Hex, amount: bigint): Hex {
  const recipient = to.slice(2).toLowerCase().padStart(64, '0')
  return `0xa9059cbb${recipient}${amount.toString(16).padStart(64, '0')}`
}

export function createPreparer(rpc: Rpc, chainId: number) {
  return { fees, prepareTransfer, estimate }

  async function estimate(call: { from: Hex; to: Hex; data: Hex }) {
    const answer = await rpc.call('eth_estimateGas', [call])
    if (!answer.ok) return answer
    const { error } = answer.value
    if (error) return fail(estimateFailure(error), error.message)
    return readSafely(() => quantity(resultOf(answer.value), 'gas'))
  }

  function fees(): Promise<Result<Fees, Unavailable>> {
    return ask(rpc, feeCalls, readFees)
  }

  /** One request. The sender has no native coin, so the estimate goes without a gas price. */
  async function prepareTransfer(request: TransferRequest) {
    const data = transferData(request.to, request.amount)
    const answers = await rpc.batch([
      ...feeCalls,
      { method: 'eth_getTransactionCount', params: [request.from, 'pending'] },
      { method: 'eth_estimateGas', params: [{ from: request.from, to: request.token, data }] },
    ])
    if (!answers.ok) return answers
    const estimated = answers.value[3]
    if (estimated?.error) return fail(estimateFailure(estimated.error), estimated.error.message)

    return readSafely(() => {
      const fee = readFees(answers.value)
      const next = () => smallQuantity(resultOf(answers.value[2]), 'nonce')
      const nonce = request.nonce ?? Math.max(next(), request.nonceMin ?? 0)
      const gas = (quantity(resultOf(estimated), 'gas') * 12n + 9n) / 10n
      const unsignedTransaction = serializeTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas,
        maxFeePerGas: fee.maxFeePerGas,
        maxPriorityFeePerGas: fee.maxPriorityFeePerGas,
        to: numberToHex(BigInt(request.token), { size: 20 }),
        data,
      })
      return { nonce, gas, ...fee, unsignedTransaction }
    })
  }
}

/**
 * The ceiling is four times the present base fee and never bumped (decisions.md 25): the signed
 * bytes stay valid while the base fee rises some twelve full blocks in a row.
 */
function readFees(answers: readonly RpcAnswer[]): Fees {
  const latest = readBlock(resultOf(answers[0]))
  if (!latest) throw new UnreadableAnswer('no latest block')
  const suggested = quantity(resultOf(answers[1]), 'maxPriorityFeePerGas')
  const baseFee = latest.baseFeePerGas
  const maxFeePerGas = 4n * (baseFee > 0n ? baseFee : 1n)
  const maxPriorityFeePerGas = suggested < maxFeePerGas ? suggested : maxFeePerGas
  return { baseFee, maxFeePerGas, maxPriorityFeePerGas }
}
