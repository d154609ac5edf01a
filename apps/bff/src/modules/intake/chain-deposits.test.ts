import { randomBytes } from 'node:crypto'
import type { Hex } from '@corridor/chains'
import {
  type BatchPayer,
  deployBatchPayer,
  deployRevertingToken,
  must,
  newWallet,
  type Payment,
} from '@corridor/chains/testing'
import { chainInSteps } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/money/chain-lab.ts'
import { insertTestTransfer } from '../../../test/support/money/transfers.ts'
import { isFull } from '../../../test/support/process/tiers.ts'
import { withClient } from '../../db/server/server.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { takeMissing } from './chain-deposits.ts'
import { watchAddress } from '../treasury/watched-address-store.ts'

const depth = 12
let lab: ChainLab
let payer: BatchPayer
let usdc: Hex
let dai: Hex
let wallet: ReturnType<typeof newWallet>
beforeAll(async () => {
  lab = await openChainLab({ finality: { depth } })
  const [first, second] = lab.chain.definition.tokens
  usdc = first?.address ?? '0x'
  dai = second?.address ?? '0x'
  wallet = newWallet()
  must(await lab.chain.faucet({ to: wallet.address, token: usdc, amount: 1n }))
  payer = await deployBatchPayer(lab.chain.adapter, wallet)
  for (const token of [usdc, dai])
    must(await lab.chain.faucet({ to: payer.address, token, amount: 10n ** 24n }))
  // From here on blocks come with transactions and on demand only.
  must(await lab.chain.mine(1))
  await lab.chain.reorg(1)
})
afterAll(() => lab.close())

const unit = 1_000_000n

/** A transfer that waits for so much at an address of its own. */
async function awaited(amountIn = 25n * unit): Promise<{ to: Hex; id: string }> {
  const to = newWallet().address.toLowerCase() as Hex
  const row = await insertTestTransfer(lab.deps.db, lab.partnerId, {
    steps: chainInSteps,
    status: 'QUOTED',
  })
  await lab.deps.db.asWorker(async (tx) => {
    await sql`update transfer set kind = 'ordinary', status = 'PENDING', direction = 'OFF_RAMP',
        event_status = 'awaiting_funds', jurisdiction_in = ${lab.token.id}, chain_id = ${lab.chainId},
        wallet_address = null, nonce = null, amount_in = ${amountIn.toString()}::numeric,
        deposit_until = service_now() + interval '1 day'
      where id = ${row.id}`.execute(tx)
  })
  // Afterwards: a connection of its own, where several do this at once and hold all there are.
  await announce(to, { transfer_id: row.id })
  return { to, id: row.id }
}

/** An address whose deposits pay no transfer. */
async function customerAddress(): Promise<Hex> {
  const to = newWallet().address.toLowerCase() as Hex
  await announce(to, { funding_account_id: uuidV7() })
  return to
}

/** Transfers wait at one address of a customer, to be paid from this wallet. */
const shareAddress = (to: Hex, ids: readonly string[], walletAddress: string) =>
  withClient(lab.deps.db.adminUrl, (admin) => {
    const fundingId = uuidV7()
    const party = JSON.stringify({ fullName: 'Ada', wallet: { walletAddress } })
    return admin.query(`update transfer set funding_account_id = '${fundingId}',
        from_party = '${party}' where id in (${ids.map((id) => `'${id}'`).join()});
      update deposit_target set transfer_id = null, funding_account_id = '${fundingId}'
        where key like '%${to}'`)
  })

const announce = (address: Hex, owner: { transfer_id: string } | { funding_account_id: string }) =>
  lab.deps.db.asWorker(async (tx) => {
    await watchAddress(tx, lab.chainId, address)
    await tx
      .insertInto('deposit_target')
      .values({
        key: `chain:${lab.chainId}:${address}`,
        partner_id: lab.partnerId,
        created_at: sql<Date>`service_now()`,
        ...owner,
      })
      .execute()
  })

const pay = (payments: readonly Payment[], token = usdc) => payer.pay(token, payments)

async function mine(blocks: number): Promise<void> {
  must(await lab.chain.mine(blocks))
  await lab.sync()
}

const depositsTo = (...addresses: Hex[]) =>
  lab.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ amount: bigint; status: string; labels: string[]; hash: string }>`
      select d.amount, d.status, d.labels, d.hash from deposit d
      join token_transfer t on t.chain_id = d.chain_id and t.hash = d.hash and t.log_index = d.log_index
      where t.to_address = any(${addresses}::text[]) order by t.block_number, t.log_index`.execute(
      tx,
    )
    return rows
  })

/** What the ledger says lies at these addresses, of one token. */
const booked = (addresses: readonly Hex[]) =>
  lab.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ sum: bigint }>`
      select coalesce(sum(case when p.debit_account = a.id then p.amount else -p.amount end), 0) as sum
      from ledger_account a
      join posting p on p.partner_id = a.partner_id and a.id in (p.debit_account, p.credit_account)
        and p.kind in ('single', 'post')
      where a.kind = 'custody' and a.owner = any(${[...addresses]}::text[])`.execute(tx)
    return rows[0]?.sum ?? 0n
  })

const transferRow = (id: string) =>
  lab.deps.db.asWorker((tx) =>
    tx
      .selectFrom('transfer')
      .select(['status', 'event_status', 'received'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

const confirmedStep = (id: string) =>
  lab.deps.db.asWorker((tx) =>
    tx
      .selectFrom('transfer_step')
      .select(['status', 'reference'])
      .where('transfer_id', '=', id)
      .where('name', '=', 'deposit_confirmed')
      .executeTakeFirstOrThrow(),
  )

describe('a deposit on the chain', () => {
  test('is reported when it is seen, with its depth, and credited when it is final', async () => {
    const { to, id } = await awaited()
    await pay([{ to, amount: 25n * unit }])
    await lab.sync()
    await expect.poll(() => transferRow(id)).toMatchObject({ event_status: 'funds_scheduled' })
    await mine(5)
    await expect.poll(() => confirmedStep(id)).toMatchObject({ reference: '5 of 12' })
    expect(await depositsTo(to)).toEqual([])
    await mine(depth - 5)
    await expect.poll(() => depositsTo(to)).toMatchObject([{ amount: 25n * unit, labels: [] }])
    expect(await transferRow(id)).toMatchObject({ status: 'PROCESSING', received: 25n * unit })
    expect(await confirmedStep(id)).toEqual({ status: 'completed', reference: '12 of 12' })
    expect(await booked([to])).toBe(25n * unit)
  })

  test('to a customer’s own account pays what waits there for just that, sent by the payer', async () => {
    const [{ to, id }, other] = [await awaited(), await awaited(30n * unit)]
    await shareAddress(to, [id, other.id], payer.address)
    await pay([
      { to, amount: 25n * unit },
      { to, amount: 7n * unit },
    ])
    await mine(depth)
    await expect.poll(() => depositsTo(to)).toMatchObject([{ labels: [] }, { status: 'HELD' }])
    expect(await transferRow(id)).toMatchObject({ status: 'PROCESSING' })
    expect(await transferRow(other.id)).toMatchObject({ status: 'PENDING' })
  })

  test.each([
    ['another wallet is known', newWallet().address],
    ['no wallet is known', ''],
  ])('of a stranger pays no transfer by its amount, where %s', async (_, known) => {
    const { to, id } = await awaited()
    await shareAddress(to, [id], known)
    await pay([{ to, amount: 25n * unit }])
    await mine(depth)
    await expect.poll(() => depositsTo(to)).toMatchObject([{ status: 'HELD' }])
    expect(await transferRow(id)).toMatchObject({ status: 'PENDING', received: 0n })
  })

  test('is kept with its bytes, so that it can be resent to a dev chain that lost it', async () => {
    const to = await customerAddress()
    const { hash } = await pay([{ to, amount: unit }])
    await mine(depth)
    const kept = () =>
      lab.deps.db.asWorker((tx) =>
        tx.selectFrom('chain_transaction').selectAll().where('hash', '=', hash).execute(),
      )
    await expect.poll(kept).toMatchObject([
      {
        purpose: 'deposit',
        sender: wallet.address.toLowerCase(),
        status: 'CONFIRMED',
        raw: must(await lab.chain.adapter.rawTransaction(hash)),
      },
    ])
  })

  test('that is one of several in a transaction is a deposit of its own', async () => {
    const [first, other] = [await customerAddress(), await customerAddress()]
    const payments = [first, other, first].map((to, index) => ({
      to,
      amount: unit * BigInt(index + 1),
    }))
    const { hash } = await pay(payments)
    await mine(depth)
    await expect
      .poll(() => depositsTo(first))
      .toMatchObject([
        { amount: unit, hash },
        { amount: 3n * unit, hash },
      ])
    await expect.poll(() => depositsTo(other)).toMatchObject([{ amount: 2n * unit }])
  })

  test('in another token than was asked for is held and pays nothing', async () => {
    const { to, id } = await awaited()
    await pay([{ to, amount: 25n * 10n ** 18n }], dai)
    await mine(depth)
    await expect
      .poll(() => depositsTo(to))
      .toMatchObject([{ status: 'HELD', labels: ['UNSUPPORTED_ASSET'] }])
    expect(await transferRow(id)).toMatchObject({ status: 'PENDING', received: 0n })
  })

  test('of dust is kept and labelled, and does not disturb the transfer; of nothing is none', async () => {
    const { to, id } = await awaited()
    await pay([
      { to, amount: 9_999n },
      { to, amount: 0n },
    ])
    await mine(depth)
    await expect
      .poll(() => depositsTo(to))
      .toMatchObject([{ amount: 9_999n, status: 'HELD', labels: ['BELOW_MINIMUM'] }])
    expect(await transferRow(id)).toMatchObject({ status: 'PENDING', received: 0n })
    expect(await booked([to])).toBe(9_999n)
  })

  test('in an unknown token, whatever it calls itself, is no deposit', async () => {
    const { to, id } = await awaited()
    const other = await deployRevertingToken(lab.chain.adapter, wallet)
    await other.mint(to, 25n * 10n ** 18n)
    await mine(depth)
    expect(await depositsTo(to)).toEqual([])
    expect(await transferRow(id)).toMatchObject({ status: 'PENDING', received: 0n })
  })

  test('that cannot be credited holds up no other, and is taken when it can', async () => {
    const [bad, good] = [await awaited(), await awaited()]
    await lab.deps.db.asWorker((tx) =>
      sql`insert into posting_group (partner_id, id, transfer_id, step, created_at)
        values (${lab.partnerId}, ${uuidV7()}, ${bad.id}, 'deposit_received', service_now())`.execute(
        tx,
      ),
    )
    await pay([bad, good].map(({ to }) => ({ to, amount: 25n * unit })))
    await mine(depth)
    expect(await depositsTo(bad.to)).toEqual([])
    // At once, or a moment later where another process held its transfer.
    await expect.poll(() => transferRow(good.id)).toMatchObject({ status: 'PROCESSING' })
    await withClient(lab.deps.db.adminUrl, async (admin) => {
      await admin.query('set session_replication_role = replica')
      await admin.query(`delete from posting_group where transfer_id = '${bad.id}'`)
    })
    await takeMissing(lab.deps, lab.link)
    expect(await transferRow(bad.id)).toMatchObject({ status: 'PROCESSING' })
    expect(await takeMissing(lab.deps, lab.link)).toBe(0)
  })

  test('whose transfer is locked for too long is taken as soon as the lock is released', async () => {
    const { to, id } = await awaited()
    await lab.deps.db.asWorker(async (tx) => {
      await lockTransfer(tx, lab.partnerId, id)
      await pay([{ to, amount: 25n * unit }])
      await mine(depth)
      expect(await depositsTo(to)).toEqual([])
    })
    await expect.poll(() => transferRow(id)).toMatchObject({ status: 'PROCESSING' })
  })
})

describe('a reorganisation', () => {
  test('of any depth before finality leaves nothing credited of a block that is gone', async () => {
    for (let gone = 1; gone <= depth; gone += 1) {
      const { to, id } = await awaited()
      const { hash } = await pay([{ to, amount: 25n * unit }])
      const raw = must(await lab.chain.adapter.rawTransaction(hash))
      await mine(gone - 1)
      await lab.chain.reorg(gone)
      await mine(depth + 1)
      expect(await depositsTo(to), `depth ${gone}`).toEqual([])
      expect(await booked([to])).toBe(0n)
      if (gone % 6 !== 0) continue
      // The same transaction in a later block is one deposit.
      await lab.untilMined(must(await lab.chain.adapter.send(raw ?? '0x')).hash)
      await mine(depth)
      await expect.poll(() => depositsTo(to), { message: `depth ${gone}` }).toHaveLength(1)
      await expect.poll(() => transferRow(id)).toMatchObject({ status: 'PROCESSING' })
    }
  })
})

describe('what a node repeats, leaves out or cuts off', () => {
  test('blocks that are read again credit nothing again', async () => {
    const { to, id } = await awaited()
    await pay([{ to, amount: 25n * unit }])
    await mine(depth)
    const before = await booked([to])
    await lab.rewatch(async () => {
      const head = must(await lab.chain.adapter.head())
      const past = must(await lab.chain.adapter.block(head.number - BigInt(depth) - 20n))
      await lab.deps.db.asWorker((tx) =>
        tx
          .updateTable('chain_cursor')
          .set({ block_number: Number(past?.number), block_hash: past?.hash ?? '' })
          .execute(),
      )
    })
    expect(await depositsTo(to)).toHaveLength(1)
    expect(await booked([to])).toBe(before)
    expect(await transferRow(id)).toMatchObject({ received: 25n * unit })
  })

  test('logs that come twice and in another order are taken once each', async () => {
    const addresses = await Promise.all([1, 2, 3].map(() => customerAddress()))
    lab.proxy.tamper((answer, request) => {
      if (!request.includes('eth_getBlockReceipts')) return answer
      return JSON.stringify(JSON.parse(answer), (key, value) =>
        key === 'logs' ? [...value, ...value].toReversed() : value,
      )
    })
    await pay(addresses.map((to) => ({ to, amount: unit })))
    await mine(depth)
    lab.proxy.tamper(undefined)
    for (const to of addresses)
      await expect.poll(() => depositsTo(to)).toMatchObject([{ amount: unit }])
  })

  const count = isFull ? 1_000 : 200
  test(`${count} deposits with a third of all calls cut are credited once, to the last unit`, async () => {
    const waiting = await Promise.all(Array.from({ length: 8 }, () => awaited()))
    const customers = await Promise.all(Array.from({ length: 8 }, () => customerAddress()))
    const payments = Array.from({ length: count - waiting.length }, (_, index) => ({
      to: customers[index % customers.length] ?? '0x',
      amount: unit + BigInt(index),
    }))
    payments.push(...waiting.map(({ to }) => ({ to, amount: 25n * unit })))
    cutSome()
    for (let first = 0; first < payments.length; first += 50)
      await pay(payments.slice(first, first + 50))
    must(await lab.chain.mine(depth))
    const all = [...customers, ...waiting.map(({ to }) => to)]
    await expect
      .poll(
        async () => {
          await lab.sync()
          return (await depositsTo(...all)).length
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(count)
    lab.proxy.tamper(undefined)
    lab.proxy.refuse(undefined)
    await lab.sync()

    expect(await depositsTo(...all)).toHaveLength(count)
    const sum = payments.reduce((total, { amount }) => total + amount, 0n)
    expect(await booked(all)).toBe(sum)
    for (const { id } of waiting) expect((await transferRow(id)).status).toBe('PROCESSING')
  }, 90_000)

  /** The node has received half of what is cut off, the other half not. */
  function cutSome(): void {
    const isCut = () => (randomBytes(1)[0] ?? 0) < 42
    lab.proxy.refuse(isCut)
    lab.proxy.tamper((answer) => (isCut() ? undefined : answer))
  }
})
