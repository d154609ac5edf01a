import { type Hex, readReference } from '@corridor/chains'
import { must, newWallet, signTransfer } from '@corridor/chains/testing'
import { assetName, formatId } from '@corridor/domain'
import { liquidityWallet, operationalWallet, type Signer } from '@corridor/signer'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/money/chain-lab.ts'
import { openLabSigner } from '../../../test/support/money/lab-signer.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { withClient } from '../../db/server/server.ts'
import { balanceOf } from '../../records/ledger/service.ts'
import { insertLine } from '../../records/liquidity/line-store.ts'
import { checkCustody } from '../intake/custody.ts'
import { prepareChain } from './chain-consistency.ts'
import { findClosed, readCursor } from './chain-store.ts'
import { findExpected } from './custody-store.ts'
import { findOrder, type OrderCall, type OrderKey, orderPurposes } from './order-store.ts'
import { createOrders, type Wanted } from './orders.ts'
import { createOwnGas, gasOfTransfer } from './own-gas.ts'
import { createSweeps } from './sweeps.ts'

let lab: ChainLab
let signer: Signer
let usdc: Hex
let orders: ReturnType<typeof createOrders>
let ownGas: ReturnType<typeof createOwnGas>
let funder: ReturnType<typeof newWallet>
beforeAll(async () => {
  lab = await openChainLab({ policy: { bumpAfterBlocks: 3n } })
  usdc = lab.token.tokenAddress as Hex
  signer = openLabSigner(lab)
  const parts = { ...lab.deps, signer }
  orders = createOrders(parts)
  ownGas = createOwnGas(parts)
  funder = newWallet()
  must(await lab.chain.faucet({ to: funder.address, token: usdc, amount: 10n ** 12n }))
})
afterAll(() => lab.close())

const asset = () => assetName(lab.token.currency, lab.chainId)

/** An order as the server makes it, for a record of its own. */
const wanted = (
  purpose: OrderKey['purpose'],
  call: Omit<OrderCall, 'gas' | 'token'>,
  from?: Hex,
): Wanted => ({
  chainId: lab.chainId,
  purpose,
  subject: uuidV7(),
  partnerId: lab.partnerId,
  transferId: null,
  step: null,
  asset: asset(),
  call: { token: usdc, ...call },
  ...(from && { from }),
})

async function place(order: Wanted) {
  const placed = await orders.place(lab.link, order)
  if (!placed.ok) throw new Error(`${placed.why} ${placed.detail}`)
  return placed.order
}

async function pay(order: Wanted): Promise<void> {
  await orders.send(lab.link, await place(order))
  await lab.syncMined()
}

const closed = (key: OrderKey) => lab.deps.db.asWorker((tx) => findClosed(tx, key))
const ordered = (key: OrderKey) => lab.deps.db.asWorker((tx) => findOrder(tx, key))

/** What lies in an account of the ledger by its owner's address. */
const booked = (kind: 'custody' | 'gas_station', owner: string) =>
  lab.deps.db.asWorker((tx) =>
    balanceOf(tx, lab.partnerId, {
      kind,
      asset: kind === 'custody' ? asset() : assetName('ETH', lab.chainId),
      scale: kind === 'custody' ? lab.token.currencyScale : 18,
      owner: owner.toLowerCase(),
    }),
  )

const walletOf = async (wallet: typeof liquidityWallet, partnerId = lab.partnerId) => {
  const made = await signer.depositAddress(wallet(formatId('par', partnerId)))
  return made.address.toLowerCase() as Hex
}

/** The partner pays into a wallet; returns the signed bytes. */
async function fund(to: Hex, amount: bigint): Promise<Hex> {
  const raw = await signTransfer(lab.chain.adapter, funder, { token: usdc, to, amount })
  must(await lab.chain.adapter.send(raw))
  await lab.syncMined()
  return raw
}

/** What a payment of an operational wallet needs before: coin for its gas, asked for thrice. */
async function ready(address: Hex) {
  const sender = { address, partnerId: lab.partnerId, asset: asset(), gas: gasOfTransfer }
  const answers = []
  lab.proxy.refuse((request) => request.includes('eth_sendRawTransaction'))
  for (let time = 1; time <= 2; time += 1) answers.push(await ownGas.fund(lab.link, sender))
  lab.proxy.refuse(undefined)
  await orders.tend(lab.link)
  await lab.syncMined()
  return [...answers, await ownGas.fund(lab.link, sender)]
}

const keyOf = () => operationalWallet(formatId('par', lab.partnerId))

test('all purposes are in the indexes by which a nonce is mined once', async () => {
  const { rows } = await lab.deps.db.asWorker((tx) =>
    sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname in
      ('chain_transaction_mined', 'chain_transaction_family')`.execute(tx),
  )
  expect(rows).toHaveLength(2)
  for (const { indexdef } of rows)
    for (const purpose of orderPurposes) expect(indexdef).toContain(`'${purpose}'`)
})

describe('a replenishment', () => {
  test('moves tokens to the partner’s deposit wallet after the gas was funded, and they are swept', async () => {
    const operational = await walletOf(operationalWallet)
    const deposit = await walletOf(liquidityWallet)
    await lab.deps.db.asWorker((tx) =>
      insertLine(tx, {
        partner_id: lab.partnerId,
        jurisdiction_id: lab.token.id,
        chain_id: lab.chainId,
        token: usdc.toLowerCase(),
        currency: lab.token.currency,
        scale: lab.token.currencyScale,
        deposit_address: deposit,
        operational_address: operational,
      }),
    )
    await fund(operational, 25_000_000n)
    expect(await ready(operational)).toEqual(['ORDERED', 'ORDERED', 'READY'])
    const coin = await lab.deps.db.asWorker((tx) =>
      tx.selectFrom('chain_order').selectAll().where('purpose', '=', 'sweep_gas').execute(),
    )
    expect(coin).toMatchObject([{ status: 'CONFIRMED', partner_id: lab.partnerId }])

    const order = wanted(
      'replenish',
      { to: deposit, amount: 25_000_000n, reference: '0x', key: keyOf() },
      operational,
    )
    await Promise.all([place(order), place(order)])
    await pay(order)
    expect(await lab.paid(deposit)).toMatchObject([{ from: operational, amount: 25_000_000n }])
    expect(await lab.held(operational)).toBe(0n)
    expect(await closed(order)).toMatchObject({ status: 'CONFIRMED', sender: operational })
    expect([await booked('custody', deposit), await booked('custody', operational)]).toEqual([
      25_000_000n,
      0n,
    ])

    const { sweep } = createSweeps({ ...lab.deps, signer })
    for (const _step of ['coin', 'tokens']) {
      expect(await sweep(lab.link)).toBe(1)
      await lab.syncMined()
    }
    expect([await lab.held(deposit), await booked('custody', deposit)]).toEqual([0n, 0n])
    // What lies at the operational wallet is the partner's own, and none of the service's.
    await fund(operational, 1_000_000n)
    expect(await checkCustody(lab.deps, lab.link)).toEqual([])
  })

  test('is not ready while the chain does not answer', async () => {
    const address = await walletOf(operationalWallet, await insertPartner(lab.deps.db))
    const sender = { address, partnerId: lab.partnerId, asset: asset(), gas: gasOfTransfer }
    lab.proxy.refuse(() => true)
    expect(await ownGas.fund(lab.link, sender)).toBe('UNAVAILABLE')
    lab.proxy.refuse(undefined)
  })
})

describe('what leaves an operational wallet', () => {
  let operational: Hex
  let funding: Hex
  beforeAll(async () => {
    operational = await walletOf(operationalWallet)
    funding = await fund(operational, 10_000_000n)
    await ready(operational)
  })

  const withdrawal = (to: Hex, of = funding) =>
    wanted(
      'operational_withdrawal',
      { to, amount: 1_000_000n, reference: '0x', key: keyOf(), funding: of },
      operational,
    )

  /** Nothing was signed, stored or sent, and the next payment has the nonce. */
  async function expectRefused(order: Wanted, why: RegExp): Promise<void> {
    const held = await lab.held(operational)
    await expect(place(order)).rejects.toThrow(why)
    expect(await ordered(order)).toBeUndefined()
    expect(await lab.held(operational)).toBe(held)
  }

  test('is paid to who funded it', async () => {
    const before = await lab.held(funder.address)
    const order = withdrawal(funder.address)
    await pay(order)
    await pay(order)
    expect((await lab.held(funder.address)) - before).toBe(1_000_000n)
    expect(await closed(order)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('is never paid to anybody else', async () => {
    const stranger = newWallet().address
    await expectRefused(withdrawal(stranger), /not the payment that was ordered/)
    const other = await walletOf(operationalWallet, await insertPartner(lab.deps.db))
    const elsewhere = await fund(other, 1_000_000n)
    await expectRefused(withdrawal(funder.address, elsewhere), /into the wallet/)
    await expectRefused(withdrawal(funder.address, '0x'), /signed ERC-20 transfer/)
    const call = { to: stranger, amount: 1n, reference: '0x', key: keyOf() } as const
    await expectRefused(wanted('replenish', call, operational), /not the payment that was ordered/)
    await expectRefused(wanted('sweep', call, operational), /not swept/)
  })

  test('is not signed for another account than the wallet', async () => {
    const order = withdrawal(funder.address)
    const { from: _from, ...ofTreasury } = order
    await expectRefused(ofTreasury, /not the payment that was ordered/)
  })

  test('is replaced with the same payment where it is stuck', async () => {
    await ready(operational)
    const before = await lab.held(funder.address)
    const order = withdrawal(funder.address)
    await place(order)
    await lab.rpc('anvil_mine', '0x5')
    await orders.tend(lab.link)
    await lab.syncMined()
    const { family } = (await ordered(order)) ?? { family: [] }
    expect(family).toHaveLength(2)
    expect(await closed(order)).toMatchObject({ status: 'CONFIRMED', hash: family[1]?.hash })
    expect((await lab.held(funder.address)) - before).toBe(1_000_000n)
  })
})

describe('what the treasury pays to partners', () => {
  const newPayment = (purpose: 'disbursement' | 'reserve_refund') =>
    wanted(purpose, {
      to: newWallet().address,
      amount: 2_000_000n,
      reference: `0x${uuidV7().replaceAll('-', '')}`,
    })

  test.each(['disbursement', 'reserve_refund'] as const)(
    'a %s is paid once, however often it is placed, and its gas is booked',
    async (purpose) => {
      const order = newPayment(purpose)
      const { treasury } = lab.link
      const gas = await booked('gas_station', treasury.address)
      const placed = await Promise.all([place(order), place(order), place(order)])
      expect(new Set(placed.map(({ row }) => row.nonce)).size).toBe(1)
      expect(await closed(order)).toBeUndefined()
      await pay(order)
      await pay(order)

      const logs = await lab.paid(order.call.to)
      expect(logs).toMatchObject([{ amount: 2_000_000n, from: treasury.address.toLowerCase() }])
      const end = await closed(order)
      expect(end).toMatchObject({
        chain_id: lab.chainId,
        purpose,
        subject: order.subject,
        status: 'CONFIRMED',
        partner_id: lab.partnerId,
        hash: logs[0]?.hash,
        block_number: Number(logs[0]?.blockNumber),
      })
      expect(gas - (await booked('gas_station', treasury.address))).toBe(end?.cost)
      expect(end?.cost).toBeGreaterThan(0n)
      const raw = placed[0]?.family[0]?.raw ?? '0x'
      expect(readReference(raw).reference).toBe(order.call.reference)
    },
  )

  test('is no payout on its way: the ledger has it as soon as it is mined', async () => {
    const tokens = [{ address: usdc, asset: asset() }]
    const treasury = lab.link.treasury.address.toLowerCase()
    const expected = () =>
      lab.deps.db.asWorker((tx) => findExpected(tx, lab.chainId, treasury, tokens))
    const before = await expected()
    await pay(newPayment('disbursement'))
    expect(await expected()).toEqual(before)
  })

  test('is known again by its reference after the database was put back, and booked again', async () => {
    const order = newPayment('disbursement')
    const { treasury } = lab.link
    const gas = await booked('gas_station', treasury.address)
    const cursor = await lab.deps.db.asWorker((tx) => readCursor(tx, lab.chainId))
    await pay(order)
    const end = await closed(order)
    await lab.rewatch(async () => {
      const lost = `(select sender, nonce from chain_order where subject = '${order.subject}')`
      const group = `(select id from posting_group order by created_at desc limit 1)`
      await withClient(lab.deps.db.adminUrl, async (admin) => {
        for (const statement of [
          `set session_replication_role = replica`,
          `delete from posting where group_id in ${group}`,
          `delete from posting_group where id in ${group}`,
          `update chain_sender s set next_nonce = o.nonce from ${lost} o where o.sender = s.address`,
          `delete from chain_transaction c using ${lost} o
            where o.sender = c.sender and o.nonce = c.nonce`,
          `delete from chain_order where subject = '${order.subject}'`,
          `update chain_cursor set block_number = ${cursor?.blockNumber},
            block_hash = '${cursor?.blockHash}'`,
        ])
          await admin.query(statement)
      })
      await prepareChain(lab.deps, lab.link)
    })
    expect(await booked('gas_station', treasury.address)).toBe(gas)
    await lab.settleOrphans()

    const again = { ...order, subject: uuidV7() }
    expect((await place(again)).row.status).toBe('CONFIRMED')
    expect(await closed(again)).toEqual({ ...end, subject: again.subject, call: expect.anything() })
    expect(gas - (await booked('gas_station', treasury.address))).toBe(end?.cost)
    expect(await lab.paid(order.call.to)).toHaveLength(1)
  })
})
