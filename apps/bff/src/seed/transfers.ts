import { type Client, isRefusal, transferBetweenWallets, waitForTransfer } from '@corridor/client'
import type { DemoTransfer } from './demo-records.ts'
import type { SeededWallet } from './wallets.ts'

const completedWithinMs = 60_000

/** Sends the partner's transfers, one after another from each wallet, and waits until all are done. */
export async function seedTransfers(
  client: Client,
  wallets: readonly SeededWallet[],
  transfers: readonly DemoTransfer[],
): Promise<void> {
  const sent = await Promise.all(
    wallets.map((wallet) =>
      sendInTurn(
        client,
        wallets,
        transfers.filter(({ from }) => from === wallet.demo.key),
      ),
    ),
  )
  await Promise.all(sent.flat().map((executionId) => completed(client, executionId)))
}

async function sendInTurn(
  client: Client,
  wallets: readonly SeededWallet[],
  transfers: readonly DemoTransfer[],
): Promise<string[]> {
  const executionIds: string[] = []
  for (const transfer of transfers) executionIds.push(await send(client, wallets, transfer))
  return executionIds
}

/** A transaction id names one transfer for ever: the one that a start before this one has sent, too. */
async function send(client: Client, wallets: readonly SeededWallet[], transfer: DemoTransfer) {
  const from = partyOf(wallets, transfer, transfer.from)
  const to = partyOf(wallets, transfer, transfer.to)
  const { transactionId, amount: exactAmountIn } = transfer
  const { stamper } = from
  try {
    const request = { transactionId, from, to, exactAmountIn, stamper }
    return (await transferBetweenWallets(client, request)).executionId
  } catch (error) {
    const existingId = isRefusal(error, 'TRANSACTION_ID_USED') && error.details[0]?.['existingId']
    if (typeof existingId === 'string') return existingId
    throw error
  }
}

function partyOf(wallets: readonly SeededWallet[], { token }: DemoTransfer, key: string) {
  const wallet = wallets.find(({ demo }) => demo.key === key)
  const account = wallet?.accounts[token]
  if (!wallet || !account) throw new Error(`the demo data names no wallet of ${key}`)
  const { entityId, stamper } = wallet
  return { entityId, accountId: account.externalAccountId, walletAddress: account.address, stamper }
}

async function completed(client: Client, executionId: string): Promise<void> {
  const options = { timeoutMs: completedWithinMs, pollMs: 100 }
  const { status } = await waitForTransfer(client, executionId, options)
  if (status !== 'COMPLETED') throw new Error(`The demo transfer ${executionId} became ${status}.`)
}
