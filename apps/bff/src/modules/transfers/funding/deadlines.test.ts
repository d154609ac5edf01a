import { parseExecutionId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { devChainOf } from '../../../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { insertPartner } from '../../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../../test/support/money/transfers.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transfer,
  transferPath,
  until,
} from '../../../../test/support/money/wallets.ts'
import { now } from '../../../db/open.ts'
import { outOfTime } from '../../../records/transfers/quotes/quote-end.ts'
import { advanceClock } from '../../sandbox/clock.ts'
import { expireQuotes } from './deadlines.ts'

const bff = ownBff()
let alice: TestWallet
let bob: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  await fund(bff, alice, 1_000)
})
afterEach(() => expectConsistent(bff))

const claims = () =>
  bff.deps.db.asWorker((tx) => tx.selectFrom('wallet_quote_claim').select('transfer_id').execute())

describe('when time passes', () => {
  test('a quote expires at once: state, event, audit entry, and its wallet is free again', async () => {
    const { body } = await bff.post(simulatePath, aTransfer(alice, bob))
    expect(await claims()).toHaveLength(1)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 601 })
    await expect
      .poll(async () =>
        (
          await bff.deps.db.asWorker((tx) => tx.selectFrom('transfer').select('status').execute())
        ).at(-1),
      )
      .toEqual({ status: 'EXPIRED' })
    expect(await claims()).toEqual([])
    const record = (await bff.get(`${transferPath}/${body.executionId}`)).body.data
    expect([record.status, record.eventStatus]).toEqual(['EXPIRED', 'expired'])
    const path = `/api/v1/xfer/utility/webhook/events?executionId=${body.executionId}`
    await expect
      .poll(async () => (await bff.get(path)).body.data[0]?.eventObject)
      .toMatchObject({ status: 'EXPIRED', previousStatus: 'QUOTED' })
    const audit = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .selectAll()
        .where('object_id', '=', body.executionId)
        .where('action', '=', 'transfer.expire')
        .execute(),
    )
    expect(audit).toMatchObject([
      { actor_type: 'scheduler', before: { status: 'QUOTED' }, after: { status: 'EXPIRED' } },
    ])
  })

  test('a quote that is not due stays, however often it is looked at', async () => {
    const partnerId = await insertPartner(bff.deps.db)
    const quote = await insertTestTransfer(bff.deps.db, partnerId, {
      status: 'QUOTED',
      validFor: 3_600,
    })
    await bff.deps.db.asWorker(expireQuotes)
    const row = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('transfer').select('status').where('id', '=', quote.id).executeTakeFirst(),
    )
    expect(row).toEqual({ status: 'QUOTED' })
  })

  test('hundreds expire in order, also while two processes sweep', async () => {
    const partnerId = await insertPartner(bff.deps.db)
    for (let n = 0; n < 250; n += 1) {
      await insertTestTransfer(bff.deps.db, partnerId, { status: 'QUOTED', validFor: -1 })
    }
    const sweep = async () => {
      while ((await bff.deps.db.asWorker(expireQuotes)) > 0) continue
    }
    await Promise.all([sweep(), sweep(), sweep()])
    // The instance sweeps as well, and may still be at it.
    await expect.poll(() => countQuotes(partnerId)).toBe(0)
    const events = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('status', '=', 'expired')
        .execute(),
    )
    expect(events).toHaveLength(250)
    // As a set: each pass ends its quotes at one moment, and each with an entry of its own.
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ versions: number[]; moments: number; entries: number }>`
        select array_agg(distinct version) as versions,
          count(distinct updated_at)::int as moments,
          (select count(distinct object_id)::int from audit where partner_id = ${partnerId}
            and action = 'transfer.expire' and actor_type = 'scheduler'
            and reason = ${outOfTime.reason}) as entries
        from transfer where partner_id = ${partnerId}`.execute(tx),
    )
    expect(rows).toMatchObject([{ versions: [2], entries: 250 }])
    expect(rows[0]?.moments).toBeLessThan(50)
  })

  test('a set of quotes frees the wallets of its own quotes alone', async () => {
    const others = [await makeWallet(bff), await makeWallet(bff)]
    for (const other of others) await fund(bff, other, 1_000)
    const due: string[] = []
    for (const from of others)
      due.push((await bff.post(simulatePath, aTransfer(from, bob))).body.executionId)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 400 })
    const kept = (await bff.post(simulatePath, aTransfer(alice, bob))).body.executionId
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 300 })
    await expect.poll(claims).toEqual([{ transfer_id: parseExecutionId(kept)?.id }])
    for (const id of due)
      expect((await bff.get(`${transferPath}/${id}`)).body.data.eventStatus).toBe('expired')
  })

  test('answers kept under a key end after seven days, and younger ones stay', async () => {
    const keep = (key: string, days: number) =>
      bff.deps.db.asWorker((tx) =>
        sql`insert into idempotency_key (partner_id, method, path, key, fingerprint, status, body, created_at, expires_at)
          select id, 'POST', '/', ${key}, '\\x00', 200, '{}', service_now(), service_now() + make_interval(days => ${days})
          from partner limit 1`.execute(tx),
      )
    await keep('old', -1)
    await keep('young', 30)
    const keys = () =>
      bff.deps.db.asWorker(async (tx) => {
        const rows = await tx.selectFrom('idempotency_key').select('key').execute()
        return rows.map(({ key }) => key)
      })
    await expect.poll(keys).not.toContain('old')
    expect(await keys()).toContain('young')
  })
})

const countQuotes = async (partnerId: string) => {
  const open = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('transfer')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('status', '=', 'QUOTED')
      .execute(),
  )
  return open.length
}

describe('advancing the clock', () => {
  test('moves database and chain together, and only forward', async () => {
    const { adapter } = devChainOf(bff.deps)
    const before = await bff.deps.db.asWorker(now)
    const after = await advanceClock(bff.deps, 86_400)
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000)
    const head = await adapter.head()
    if (!head.ok) throw new Error(head.failure)
    expect(Math.abs(head.value.timestamp - after.getTime() / 1_000)).toBeLessThan(5)
    await expect(advanceClock(bff.deps, -10)).rejects.toThrow(/only goes forward/)
  })

  test('has the months ready that the new time needs', async () => {
    const after = await advanceClock(bff.deps, 40 * 86_400)
    const month = after.toISOString().slice(0, 7).replace('-', '_')
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ name: string }>`select to_regclass(${`event_${month}`})::text as name`.execute(tx),
    )
    expect(rows).toEqual([{ name: `event_${month}` }])
  })

  test('and a transfer made afterwards carries the new time on the chain, too', async () => {
    const executionId = await transfer(bff, alice, bob)
    const record = await until(bff, executionId, 'COMPLETED')
    const row = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('token_transfer')
        .select('block_time')
        .where('hash', '=', record.transactionHash)
        .executeTakeFirst(),
    )
    const service = await bff.deps.db.asWorker(now)
    expect(Math.abs((row?.block_time.getTime() ?? 0) - service.getTime())).toBeLessThan(60_000)
  })
})
