import type { Hex } from '@corridor/chains'
import { hashOf, must, newWallet, signTransfer } from '@corridor/chains/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../../test/support/money/chain-lab.ts'
import { insertTestTransfer } from '../../../../test/support/money/transfers.ts'
import { claimTransfer } from '../../../records/transfers/steps/claim-store.ts'
import { insertSignedTransaction } from '../../../records/transfers/wallet-store.ts'
import { createWalletFlow } from './wallet-flow.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'

let lab: ChainLab
let broadcast: (key: Key) => Promise<StepOutcome>
type Key = { partnerId: string; transferId: string }

beforeAll(async () => {
  lab = await openChainLab()
  const flow = createWalletFlow({ ...lab.deps, receipts: lab.receipts })
  broadcast = async (key) => {
    const claim = await lab.deps.db.asWorker((tx) => claimTransfer(tx, key))
    const handler = flow.handlers['broadcast']
    if (!claim || !handler) throw new Error('there is nothing to do')
    return handler(claim)
  }
})
afterEach(() => {
  lab.proxy.tamper(undefined)
  lab.proxy.answer(undefined)
  lab.proxy.refuse(undefined)
})
afterAll(() => lab.close())

type Signed = Key & { wallet: ReturnType<typeof newWallet>; raw: Hex; hash: Hex }

/** A wallet's transfer whose bytes are signed, stored and unclaimed. */
async function signed(): Promise<Signed> {
  const { chain, deps, partnerId, chainId, token } = lab
  const wallet = newWallet()
  const usdc = token.tokenAddress as Hex
  must(await chain.faucet({ to: wallet.address, token: usdc, amount: 10n }))
  const to = newWallet().address
  const raw = await signTransfer(chain.adapter, wallet, { to, token: usdc, amount: 1n })
  const hash = hashOf(raw)
  const transfer = await insertTestTransfer(deps.db, partnerId)
  const { id: transferId } = transfer
  await deps.db.asWorker(async (tx) => {
    await sql`update transfer set chain_id = ${chainId}, wallet_address = ${wallet.address}, nonce = 0
      where id = ${transferId}`.execute(tx)
    await insertSignedTransaction(tx, {
      chain_id: chainId,
      hash,
      sender: wallet.address.toLowerCase(),
      nonce: 0,
      raw,
      partner_id: partnerId,
      transfer_id: transferId,
      created_at: transfer.created_at,
    })
  })
  return { partnerId, transferId, wallet, raw, hash }
}

const isSend = (request: string) => request.includes('eth_sendRawTransaction')
const answerOf = (request: string, rest: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(request) as { id: number }).id, ...rest })

/** The node refuses with this message and denies that it knows the transaction. */
function refuse(message: string): void {
  lab.proxy.answer((request) => {
    if (isSend(request)) return answerOf(request, { error: { code: -32_000, message } })
    return request.includes('eth_getTransactionByHash')
      ? answerOf(request, { result: null })
      : undefined
  })
}

const trust = () => lab.proxy.answer(undefined)

const messages = [
  'nonce too low',
  'invalid sender',
  'insufficient funds for gas * price + value',
  'max fee per gas less than block base fee',
  'database is locked',
]

describe('a signed transaction that was sent', () => {
  test('never fails by what a node says of it, whatever that is', async () => {
    const item = await signed()
    // A worker sent it and died: only the claim shows that.
    await lab.deps.db.asWorker((tx) => claimTransfer(tx, item))
    await lab.rpc('eth_sendRawTransaction', item.raw)
    for (const message of messages) {
      refuse(message)
      expect((await broadcast(item)).kind, message).toBe('retry')
    }
    trust()
    expect(await broadcast(item)).toMatchObject({ kind: 'done', reference: item.hash })
  })

  test('whose answer was lost does not fail by the next one either', async () => {
    const item = await signed()
    lab.proxy.tamper((answer, request) => (isSend(request) ? undefined : answer))
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    lab.proxy.tamper(undefined)
    refuse('invalid sender')
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    trust()
    expect(await broadcast(item)).toMatchObject({ kind: 'done' })
  })

  test('fails when another one with its nonce is final, and not before', async () => {
    const item = await signed()
    const { wallet } = item
    await lab.deps.db.asWorker((tx) => claimTransfer(tx, item))
    const request = { to: wallet.address, token: lab.token.tokenAddress as Hex, amount: 2n }
    const other = await signTransfer(lab.chain.adapter, wallet, request)
    refuse('nonce too low')
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    trust()
    await lab.untilMined(must(await lab.chain.adapter.send(other)).hash)
    await lab.sync()
    expect(await broadcast(item)).toMatchObject({ kind: 'failed', code: 'CHAIN_NONCE_CONFLICT' })
  })
})

describe('a signed transaction that was never sent', () => {
  test('fails at once when the node calls its bytes invalid', async () => {
    const item = await signed()
    refuse('invalid sender')
    expect(await broadcast(item)).toMatchObject({ kind: 'failed', code: 'CHAIN_DROPPED' })
  })

  test('is known not to have been sent after a refusal, so that the next answer counts', async () => {
    const item = await signed()
    refuse('insufficient funds for gas * price + value')
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    refuse('invalid sender')
    expect(await broadcast(item)).toMatchObject({ kind: 'failed', code: 'CHAIN_DROPPED' })
  })

  test('waits while nothing is known, and may have been sent from then on', async () => {
    const item = await signed()
    lab.proxy.refuse(isSend)
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    lab.proxy.refuse(undefined)
    lab.proxy.tamper(undefined)
    refuse('invalid sender')
    expect(await broadcast(item)).toMatchObject({ kind: 'retry' })
    trust()
    expect(await broadcast(item)).toMatchObject({ kind: 'done' })
  })
})
