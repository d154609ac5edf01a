import { encodeFunctionData, hashMessage, numberToHex, parseAbi } from 'viem/utils'
import type { BlockHeader, Hex, Unavailable } from '../port/chain.ts'
import { asHex } from '../port/hex.ts'
import { type Result, ok } from '../port/result.ts'
import { ask } from './ask.ts'
import { hex, resultOf } from './read.ts'
import { type Rpc, type RpcAnswer, UnreadableAnswer } from './rpc.ts'

const abi = parseAbi(['function isValidSignature(bytes32,bytes) view returns (bytes4)'])
/** Several signatures or a passkey's take less; a hostile contract gets no more. */
const gas = numberToHex(2_000_000)
/** The selector of EIP-1271 as an answer has it, and nothing else. */
const yes = `0x1626ba7e${'0'.repeat(56)}`

/**
 * Whether a wallet that is a contract calls a signature of a text its own (EIP-1271), asked at the
 * newest block that counts. False for an address without code there.
 */
export async function isSignedByContract(
  {
    rpc,
    finalHead,
  }: { rpc: Rpc; finalHead: () => Promise<Result<BlockHeader | undefined, Unavailable>> },
  address: Hex,
  { message, signature }: { message: string; signature: string },
): Promise<Result<boolean, Unavailable>> {
  if (!/^0x([0-9a-f]{2})*$/i.test(signature)) return ok(false)
  const head = await finalHead()
  if (!head.ok) return head
  if (!head.value) return ok(false)
  const block = numberToHex(head.value.number)
  const data = encodeFunctionData({ abi, args: [hashMessage(message), asHex(signature)] })
  const call = { method: 'eth_call', params: [{ to: address, data, gas }, block] }
  return ask(
    rpc,
    [call],
    ([answer]) => !isRefusal(answer) && hex(resultOf(answer), 'answer').toLowerCase() === yes,
  )
}

/** What the contract itself brings about; any other error is the node's. */
function isRefusal(answer: RpcAnswer | undefined): boolean {
  if (!answer) throw new UnreadableAnswer('answer missing')
  return answer.error !== undefined && /revert|gas|opcode|jump|stack/i.test(answer.error.message)
}
