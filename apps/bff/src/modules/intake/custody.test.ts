import type { Hex } from '@corridor/chains'
import { must, newWallet, transferTokens } from '@corridor/chains/testing'
import { payoutLegs } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/money/chain-lab.ts'
import { isPayoutHalted, postGroup } from '../../records/ledger/service.ts'
import { resumePayouts } from '../../records/ledger/halts.ts'
import { checkCustody } from './custody.ts'
import { watchAddress } from '../treasury/watched-address-store.ts'

let lab: ChainLab
let usdc: Hex
let payer: ReturnType<typeof newWallet>
beforeAll(async () => {
  lab = await openChainLab()
  usdc = lab.token.tokenAddress as Hex
  payer = newWallet()
  must(await lab.chain.faucet({ to: payer.address, token: usdc, amount: 10n ** 12n }))
  await lab.sync()
})
afterAll(() => lab.close())

const asset = () => `${lab.token.currency}@${lab.chainId}`
const isHalted = () => lab.deps.db.asWorker((tx) => isPayoutHalted(tx, asset()))
const check = () => checkCustody(lab.deps, lab.link)

async function pay(to: Hex, amount = 5_000_000n): Promise<void> {
  await transferTokens(lab.chain.adapter, payer, { to, token: usdc, amount })
  await lab.sync()
}

async function depositAddress(): Promise<Hex> {
  const address = newWallet().address.toLowerCase() as Hex
  await lab.deps.db.asWorker(async (tx) => {
    await watchAddress(tx, lab.chainId, address)
    await tx
      .insertInto('deposit_target')
      .values({
        key: `chain:${lab.chainId}:${address}`,
        partner_id: lab.partnerId,
        funding_account_id: uuidV7(),
        created_at: sql<Date>`service_now()`,
      })
      .execute()
  })
  return address
}

describe('what the service holds on the chain', () => {
  test('is what the ledger says, with deposits, payouts on their way and strangers’ gifts', async () => {
    expect(await check()).toEqual([])
    await pay(await depositAddress())
    await pay(lab.link.treasury.address)
    expect(await check()).toEqual([])

    const payout = await lab.newPayout(newWallet().address)
    await lab.settle(payout)
    // Mined, and its leg not posted yet: the worker comes to it.
    expect(await check()).toEqual([])
    await lab.deps.db.asWorker(async (tx) => {
      const of = {
        asset: asset(),
        scale: lab.token.currencyScale,
        amount: payout.amount,
        place: { kind: 'CHAIN', address: lab.link.treasury.address },
        transferId: payout.transfer_id,
      } as const
      const legs = payoutLegs(of).map(({ kind: _kind, debit, ...leg }) => ({
        ...leg,
        debit: { ...debit, kind: 'fx', owner: '' } as const,
      }))
      await postGroup(tx, {
        partnerId: lab.partnerId,
        transferId: payout.transfer_id,
        step: 'x',
        legs,
      })
      await sql`update payout set status = 'CONFIRMED' where id = ${payout.id}`.execute(tx)
    })
    expect(await check()).toEqual([])
    expect(await isHalted()).toBe(false)
  })

  test('shows a log that the node left out, which is then found and credited', async () => {
    const address = await depositAddress()
    lab.proxy.tamper((answer, request) =>
      request.includes('eth_getBlockReceipts')
        ? JSON.stringify(JSON.parse(answer), (key, value) => (key === 'logs' ? [] : value))
        : answer,
    )
    await pay(address)
    lab.proxy.tamper(undefined)
    const deposits = () =>
      lab.deps.db.asWorker(async (tx) => {
        const { rows } = await sql<{ amount: bigint }>`
          select d.amount from deposit d join token_transfer t on t.hash = d.hash
            and t.log_index = d.log_index where t.to_address = ${address}`.execute(tx)
        return rows
      })
    expect(await deposits()).toEqual([])
    // Nothing was received at this address yet; where a transfer waits for it, it is checked.
    await pay(address, 1_000_000n)
    expect(await check()).toEqual([])
    expect(await deposits()).toHaveLength(2)
  })

  test('that is less than the ledger says halts the payouts of that asset', async () => {
    const impersonated = lab.link.treasury.address
    await lab.rpc('anvil_impersonateAccount', impersonated)
    const to = newWallet().address.slice(2).toLowerCase().padStart(64, '0')
    const data = `0xa9059cbb${to}${7n.toString(16).padStart(64, '0')}`
    const sent = { from: impersonated, to: usdc, data, gas: '0x186a0' }
    await lab.untilMined((await lab.rpc('eth_sendTransaction', sent)) as Hex)
    await lab.sync()
    const problems = await check()
    expect(problems).toHaveLength(1)
    expect(problems?.[0]).toContain(asset())
    expect(await isHalted()).toBe(true)
    const [kept] = await lab.deps.db.asWorker((tx) =>
      tx.selectFrom('custody_check').selectAll().execute(),
    )
    expect(kept?.problems).toEqual(problems)
    await lab.deps.db.asWorker((tx) => resumePayouts(tx, asset()))
  })

  test('is not judged while the node does not answer', async () => {
    await lab.proxy.cut()
    expect(await check()).toBeUndefined()
    await lab.proxy.restore()
  })
})
