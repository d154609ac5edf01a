import { hashOf, must, newWallet } from '@corridor/chains/testing'
import type { Hex } from '@corridor/chains'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/money/chain-lab.ts'
import { withClient } from '../../db/server/server.ts'
import { resumePayouts } from '../../records/ledger/halts.ts'
import { isPayoutHalted } from '../../records/ledger/service.ts'
import { prepareChain } from './chain-consistency.ts'
import { readCursor } from './chain-store.ts'
import { createCreditMint } from './credit-mint.ts'
import type { PayoutRow } from '../../db/schema/rows.ts'

let lab: ChainLab
beforeAll(async () => {
  lab = await openChainLab()
})
afterAll(() => lab.close())

const newPayee = () => newWallet().address

describe('a database that was put back to before payouts were mined', () => {
  const asset = () => `${lab.token.currency}@${lab.chainId}`
  const isHalted = () => lab.deps.db.asWorker((tx) => isPayoutHalted(tx, asset()))

  /** Submits and settles payouts, then has the database forget what `statements` take away. */
  async function putBack(payouts: readonly PayoutRow[], statements: readonly string[]) {
    const cursor = await lab.deps.db.asWorker((tx) => readCursor(tx, lab.chainId))
    for (const payout of payouts) await lab.settle(payout)
    await lab.rewatch(async () => {
      const ids = payouts.map(({ transfer_id }) => `'${transfer_id}'`).join(',')
      await withClient(lab.deps.db.adminUrl, async (admin) => {
        for (const statement of statements) await admin.query(statement.replaceAll('$ids', ids))
        await admin.query(
          `update chain_cursor set block_number = ${cursor?.blockNumber}, block_hash = '${cursor?.blockHash}'`,
        )
      })
      await prepareChain(lab.deps, lab.link)
    })
  }

  const forgetAll = [
    `set session_replication_role = replica`,
    `delete from posting p using posting_group g where g.id = p.group_id and g.transfer_id in ($ids)`,
    `delete from posting_group where transfer_id in ($ids)`,
    `update chain_sender s set next_nonce = (select min(nonce) from chain_order
      where transfer_id in ($ids)) from chain_order o where o.sender = s.address`,
    `delete from chain_order where transfer_id in ($ids)`,
    `delete from chain_transaction where transfer_id in ($ids)`,
  ]

  test('halts them, knows each again by its reference, and pays none twice', async () => {
    const payouts = await Promise.all(Array.from({ length: 5 }, () => lab.newPayout(newPayee())))
    await putBack(payouts, forgetAll)
    expect(await isHalted()).toBe(true)
    const [first] = payouts
    if (!first) throw new Error('no payout')
    expect(await lab.perform('submit', first)).toMatchObject({ kind: 'waiting' })

    await lab.settleOrphans()
    expect(await isHalted()).toBe(false)
    // The same orders once more, as the engine makes them again; their own ids would be others.
    for (const payout of payouts) {
      const again = { ...payout, id: uuidV7() }
      expect(await lab.settle(again)).toMatchObject({ kind: 'done' })
      await lab.expectPaidOnce(again)
    }
    const next = await lab.newPayout(newPayee())
    await lab.settle(next)
    await lab.expectPaidOnce(next)
  })

  test('takes a replacement that it forgot into its family', async () => {
    const payout = await lab.newPayout(newPayee())
    await putBack(
      [payout],
      [
        ...forgetAll.slice(0, 3),
        `insert into chain_transaction (chain_id, hash, purpose, sender, nonce, raw, status,
            partner_id, transfer_id, step, max_fee, priority_fee, created_at)
          select chain_id, '0x' || md5(hash) || md5(hash), purpose, sender, nonce, '0x', 'SENT', partner_id,
            transfer_id, step, 1, 1, created_at from chain_transaction where transfer_id in ($ids)`,
        `delete from chain_transaction where transfer_id in ($ids) and status = 'CONFIRMED'`,
        `update chain_order set status = 'OPEN' where transfer_id in ($ids)`,
      ],
    )
    await lab.settleOrphans()
    expect(await lab.perform('confirm', payout)).toMatchObject({ kind: 'done' })
    await lab.expectPaidOnce(payout)
    expect(await isHalted()).toBe(false)
  })

  test('does not take a payment for something else as the one whose nonce it has', async () => {
    const payout = await lab.newPayout(newPayee())
    await putBack(
      [payout],
      [
        ...forgetAll.slice(0, 3),
        `update chain_transaction set hash = '0x' || md5(hash) || md5(hash), status = 'SENT',
          block_number = null, block_hash = null, gas_used = null, gas_price = null
          where transfer_id in ($ids)`,
        `update chain_order set status = 'OPEN', call = jsonb_set(call, '{reference}', '"0x01"')
          where transfer_id in ($ids)`,
      ],
    )
    await lab.settleOrphans()
    expect((await lab.family(payout)).order?.status).toBe('OPEN')
    // A person has to check it: it does not continue automatically.
    expect(await isHalted()).toBe(true)
    for (const halted of [asset(), `credit@${lab.chainId}`])
      await lab.deps.db.asWorker((tx) => resumePayouts(tx, halted))
  })
})

describe('credit for a prepaid deposit', () => {
  const credit = () => ({
    chainId: lab.chainId,
    partnerId: lab.partnerId,
    paymentHash: hashOf(newWallet().address),
    to: newPayee(),
    amount: 25_000_000n,
  })

  const logsOf = async (hash: Hex) => must(await lab.chain.adapter.receipt(hash))?.transfers

  test('is minted once, however often and by how many it is asked for', async () => {
    const { mint } = createCreditMint(lab.deps)
    const asked = credit()
    const minted = await Promise.all([mint(asked), mint(asked), mint(asked)])
    const [first] = minted
    if (!first?.ok) throw new Error('not minted')
    for (const item of [...minted, await mint(asked)]) expect(item).toEqual(first)
    const { transactionHash, tokenAddress } = first.value
    expect(await logsOf(transactionHash)).toMatchObject([
      {
        token: tokenAddress.toLowerCase(),
        from: `0x${'0'.repeat(40)}`,
        to: asked.to.toLowerCase(),
        amount: 25_000_000n,
      },
    ])
    expect(tokenAddress).toBe(lab.link.definition.creditToken?.address)
  })

  test('that the contract has already made is refused by it, whatever the database knows', async () => {
    const { mint } = createCreditMint(lab.deps)
    const asked = credit()
    await mint(asked)
    await withClient(lab.deps.db.adminUrl, (admin) =>
      admin.query(`delete from chain_order where subject = '${asked.paymentHash}'`),
    )
    expect(await mint(asked)).toMatchObject({ ok: false, failure: 'MINT_REVERTED' })
  })
})
