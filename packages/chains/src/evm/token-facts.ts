import type { Hex } from '../port/chain.ts'
import { ask } from './ask.ts'
import type { Rpc, RpcAnswer } from './rpc.ts'

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567' } as const
/** Enough for what a token says of itself, and a bound for what a hostile one can answer. */
const gas = '0x186a0'
const symbolBytesMax = 64

/** Asks contracts for their symbols and decimals, in one request. */
export function readTokenFacts(rpc: Rpc, contracts: readonly Hex[]) {
  const calls = contracts.flatMap((to) =>
    [selectors.symbol, selectors.decimals].map((data) => ({
      method: 'eth_call',
      params: [{ to, data, gas }, 'latest'],
    })),
  )
  return ask(rpc, calls, (answers) =>
    contracts.map((_, at) => {
      const symbol = textOf(answers[2 * at])
      const decimals = uintFrom(answers[2 * at + 1])
      return {
        ...(symbol === undefined ? {} : { symbol }),
        ...(decimals === undefined ? {} : { decimals }),
      }
    }),
  )
}

/** A refusal, or an answer that is none, is a contract that says nothing. */
function bytesOf(answer: RpcAnswer | undefined): Buffer | undefined {
  const value = answer?.error ? undefined : answer?.result
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)
    ? Buffer.from(value.slice(2), 'hex')
    : undefined
}

function uintFrom(answer: RpcAnswer | undefined): bigint | undefined {
  const bytes = bytesOf(answer)
  return bytes?.length === 32 ? BigInt(`0x${bytes.toString('hex')}`) : undefined
}

/** A text as contracts return it today, or the 32 bytes of the first ones. */
function textOf(answer: RpcAnswer | undefined): string | undefined {
  const bytes = bytesOf(answer)
  if (bytes?.length === 32) return untilEnd(bytes)
  if (!bytes || bytes.length < 96 || bytes.readUInt8(31) !== 32) return undefined
  const length = BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)
  if (length > BigInt(symbolBytesMax)) return undefined
  return bytes.subarray(64, 64 + Number(length)).toString('utf8')
}

function untilEnd(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8')
}
