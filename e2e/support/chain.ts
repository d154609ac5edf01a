import { createPublicClient, erc20Abi, type Hex, http, parseEventLogs } from 'viem'
import type { Sandbox } from './stack.ts'

/** A movement of tokens as the chain itself has logged it. */
export type LoggedTransfer = { token: string; from: string; to: string; value: bigint }

/** The Transfer logs of a mined transaction, asked of the node and not of the service. */
export async function loggedTransfers(
  { chains: [chain] }: Sandbox,
  transactionHash: string,
): Promise<{ status: string; transfers: LoggedTransfer[] }> {
  if (!chain) throw new Error('The sandbox names no chain.')
  const node = createPublicClient({ transport: http(chain.rpcUrl) })
  const { status, logs } = await node.getTransactionReceipt({ hash: transactionHash as Hex })
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  return {
    status,
    transfers: transfers.map(({ address, args: { from, to, value } }) => ({
      token: address.toLowerCase(),
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      value,
    })),
  }
}
