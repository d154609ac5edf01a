import type { PrepareFailure, SendFailure } from '../port/chain.ts'
import type { RpcError } from './rpc.ts'

/** ERC20InsufficientBalance(address,uint256,uint256) of ERC-6093, as OpenZeppelin raises it. */
const insufficientBalanceSelector = '0xe450d38c'

/** What a node's refusal of an estimate means. Without a revert it says nothing of the transfer. */
export function estimateFailure(error: RpcError): PrepareFailure {
  const data = revertData(error.data)
  if (data.startsWith(insufficientBalanceSelector)) return 'INSUFFICIENT_BALANCE'
  if (/exceeds balance|insufficient balance/i.test(error.message)) return 'INSUFFICIENT_BALANCE'
  const reverted = error.code === 3 || data !== '' || /revert/i.test(error.message)
  return reverted ? 'TRANSFER_REVERTED' : 'CHAIN_UNAVAILABLE'
}

export type SendRefusal = SendFailure | 'ALREADY_KNOWN'

/**
 * What a node's refusal of signed bytes means. Nodes agree on no code, only roughly on messages
 * (geth, reth, erigon, nethermind and anvil were read). Unknown messages are no verdict on the
 * transaction, and none is proof that bytes which were sent before will not be mined: whoever sent
 * them asks for the receipt, because a payment must not fail over a sentence.
 */
export function sendRefusal(error: RpcError): SendRefusal {
  const message = error.message.toLowerCase()
  const found = sendRefusals.find(([pattern]) => pattern.test(message))
  return found ? found[1] : 'CHAIN_UNAVAILABLE'
}

const sendRefusals: readonly [RegExp, SendRefusal][] = [
  [/already known|already imported|alreadyknown|known transaction|already exists/, 'ALREADY_KNOWN'],
  [
    /nonce too low|nonce is too low|oldnonce|invalid nonce|replacement transaction/,
    'NONCE_TOO_LOW',
  ],
  [/insufficient funds|insufficientfunds|insufficient balance for gas/, 'INSUFFICIENT_NATIVE'],
  [/less than block base fee|fee too low|feetoolow|underpriced|fee cap less/, 'FEE_TOO_LOW'],
  [
    // Whole phrases: "decode" or "signature" alone also stand in what proxies and databases say.
    /invalid chain ?id|invalid sender|invalid ?tx ?(signature|chain ?id)|invalid signature|^rlp: |failed to decode (signed )?transaction|intrinsic gas too low|exceeds block gas limit/,
    'TRANSACTION_REFUSED',
  ],
]

function revertData(data: unknown): string {
  if (typeof data === 'string') return data.toLowerCase()
  if (typeof data === 'object' && data !== null && 'data' in data) return revertData(data.data)
  return ''
}
