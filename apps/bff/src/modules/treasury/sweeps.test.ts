import type { Hex } from '@corridor/chains'
import { must, newWallet, transferTokens } from '@corridor/chains/testing'
import { formatId } from '@corridor/domain'
import type { Signer } from '@corridor/signer'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/money/chain-lab.ts'
import { openLabSigner } from '../../../test/support/money/lab-signer.ts'
import { balanceOf } from '../../records/ledger/service.ts'
import { checkCustody } from '../intake/custody.ts'
import { createSweeps } from './sweeps.ts'
import { watchAddress } from './watched-address-store.ts'

let lab: ChainLab
let signer: Signer
let usdc: Hex
let payer: ReturnType<typeof newWallet>
let sweep: () => Promise<number>
beforeAll(async () => {
  lab = await openChainLab()
  usdc = lab.token.tokenAddress as Hex
  payer = newWallet()
  must(await lab.chain.faucet({ to: payer.address, token: usdc, amount: 10n ** 12n }))
  signer = openLabSigner(lab)
  const sweeps = createSweeps({ ...lab.deps, signer })
  sweep = () => sweeps.sweep(lab.link)
})
afterAll(() => lab.close())

/** A deposit address of the signer's, as a quote announces it. */
async function depositAddress(): Promise<Hex> {
  const transferId = uuidV7()
  const partnerId = formatId('par', lab.partnerId)
  const made = await signer.depositAddress({ partnerId, reference: `exec/${transferId}` })
  const address = made.address.toLowerCase() as Hex
  await lab.deps.db.asWorker(async (tx) => {
    await watchAddress(tx, lab.chainId, address)
    await tx
      .insertInto('deposit_target')
      .values({
        key: `chain:${lab.chainId}:${address}`,
        partner_id: lab.partnerId,
        transfer_id: transferId,
        created_at: sql<Date>`service_now()`,
      })
      .execute()
  })
  return address
}

async function pay(to: Hex, amount: bigint): Promise<void> {
  await transferTokens(lab.chain.adapter, payer, { to, token: usdc, amount })
  await lab.syncMined()
}

const custodyOf = (address: string) =>
  lab.deps.db.asWorker((tx) =>
    balanceOf(tx, lab.partnerId, {
      kind: 'custody',
      asset: `${lab.token.currency}@${lab.chainId}`,
      scale: lab.token.currencyScale,
      owner: address.toLowerCase(),
    }),
  )

test('what lies at a deposit address goes to the treasury, on chain and in the ledger at once', async () => {
  const address = await depositAddress()
  const treasury = lab.link.treasury.address
  const before = await lab.held(treasury)
  await pay(address, 25_000_000n)
  expect(await custodyOf(address)).toBe(25_000_000n)

  // It has no coin at first; asking twice orders once.
  expect([await sweep(), await sweep()]).toEqual([1, 0])
  await lab.syncMined()
  expect([await sweep(), await sweep()]).toEqual([1, 0])
  await lab.syncMined()
  expect(await sweep()).toBe(0)
  expect(await lab.held(address)).toBe(0n)
  expect((await lab.held(treasury)) - before).toBe(25_000_000n)
  expect([await custodyOf(address), await custodyOf(treasury)]).toEqual([0n, 25_000_000n])
  expect(await checkCustody(lab.deps, lab.link)).toEqual([])
})

test('a sweep that the node never received is sent again, and the next deposit is swept too', async () => {
  const address = await depositAddress()
  must(await lab.chain.faucet({ to: address, token: usdc, amount: 3_000_000n }))
  await lab.syncMined()
  lab.proxy.refuse((request) => request.includes('eth_sendRawTransaction'))
  expect(await sweep()).toBe(1)
  lab.proxy.refuse(undefined)
  expect(await lab.held(address)).toBe(3_000_000n)
  await lab.tend()
  await lab.syncMined()
  expect(await custodyOf(address)).toBe(0n)

  await pay(address, 5_000_000n)
  expect(await sweep()).toBe(1)
  await lab.syncMined()
  expect([await lab.held(address), await custodyOf(address)]).toEqual([0n, 0n])
  expect(await checkCustody(lab.deps, lab.link)).toEqual([])
})

test('less than a token stays where it is', async () => {
  const address = await depositAddress()
  await pay(address, 999_999n)
  expect(await sweep()).toBe(0)
  expect(await checkCustody(lab.deps, lab.link)).toEqual([])
})
