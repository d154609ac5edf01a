import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicClient, defineChain, encodeFunctionData, erc20Abi, http } from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../../tools/stack.ts'

export type Sender = { account: PrivateKeyAccount; nonce: number }

const receiptPollMs = 2
const gas = 100_000n
const plenty = '0x3635c9adc5dea00000'

/** The least a token transfer is: sign, send, wait for the receipt. On the same chain and token as ours. */
export function bareChain({ chainId, rpcUrl, tokenAddress }: Sandbox['chains'][number]) {
  const chain = defineChain({
    id: Number(chainId),
    name: 'bench',
    nativeCurrency: { name: 'coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport: http(rpcUrl) })
  return { createSender, send }

  /** An account with native coin for everything; its tokens come from the faucet. */
  async function createSender(): Promise<Sender> {
    const account = privateKeyToAccount(generatePrivateKey())
    await rpc('anvil_setBalance', [account.address, plenty])
    return { account, nonce: 0 }
  }

  async function send(sender: Sender, to: string): Promise<Record<string, number>> {
    const started = performance.now()
    const raw = await sender.account.signTransaction({
      type: 'eip1559',
      chainId: Number(chainId),
      nonce: sender.nonce,
      to: tokenAddress as `0x${string}`,
      gas,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 1n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to as `0x${string}`, 1n],
      }),
    })
    sender.nonce += 1
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    for (;;) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt?.status === 'success') return { whole: performance.now() - started }
      if (receipt) throw new Error(`${hash} was reverted`)
      await sleep(receiptPollMs)
    }
  }

  async function rpc(method: string, params: unknown[]): Promise<void> {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { error } = (await answer.json()) as { error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
  }
}
