import { executionId, parseId } from '@corridor/domain'
import { stampWithApiKey } from '@corridor/signing'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
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
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { inGroup, ItemsFailed, NotTogether } from '../../../db/batch.ts'
import type { WalletQuoteRow } from '../quotes/quote-view.ts'
import type { SimulateInput } from '../quotes/simulate-input.ts'
import { createTransferService } from '../service.ts'

const bff = ownBff()
let wallets: TestWallet[]
let partnerId: string
beforeAll(async () => {
  wallets = await Promise.all([1, 2, 3].map(() => makeWallet(bff)))
  for (const wallet of wallets) await fund(bff, wallet, 1_000)
  partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
})
afterEach(() => expectConsistent(bff))

const service = () => createTransferService(bff.deps)
const caller = (): Caller => ({
  partnerId,
  svcPartnerId: bff.first.svcPartnerId,
  isConsole: false,
  isConfirmed: false,
  scopes: new Set(),
  actor: { type: 'api_key', id: 'key_test' },
  requestId: 'shared',
})

function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.failure))
}

const at = (index: number): TestWallet => {
  const wallet = wallets[index % wallets.length]
  if (!wallet) throw new Error('no wallet')
  return wallet
}

const order = (from: number): SimulateInput => aTransfer(at(from), at(from + 1)) as SimulateInput

/** Makes these quotes in one transaction, as calls of the API that come at one moment. */
async function quoteTogether(orders: readonly SimulateInput[]): Promise<WalletQuoteRow[]> {
  const { simulation } = service()
  const prepared = await Promise.all(
    orders.map(async (input) => ({
      input,
      found: must(await simulation.prepare(input, caller())),
    })),
  )
  return bff.deps.db.withPartner(partnerId, (tx) =>
    inGroup(
      tx,
      prepared,
      async (batchTx, { input, found }) => {
        const quote = must(await simulation.record(batchTx, caller(), input, found))
        if (quote.variant !== 'wallet') throw new Error('not between wallets')
        return quote.row
      },
      { isShared: true },
    ),
  )
}

const stampOf = ({ payload }: WalletQuoteRow, from: number) =>
  stampWithApiKey(payload ?? '', at(from).key)

/** What is kept of a transfer between wallets, without what differs from one to the other. */
async function recordOf(id: string): Promise<AnyBody> {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<AnyBody>`
      select t.status, t.event_status, t.version, t.stamp_hash is not null as is_stamped,
        t.transaction_hash = c.hash as is_signed, c.purpose, c.step, c.status as sent,
        c.sender = lower(t.wallet_address) and c.nonce = t.nonce as is_ours,
        (select array_agg(s.name || ' ' || s.status || ' ' || s.attempt order by s.ordinal)
          from transfer_step s where s.transfer_id = t.id) as steps,
        (select array_agg(e.category || ' ' || e.status order by e.created_at, e.id) from event e
          where e.object->>'executionId' = ${executionId({ kind: 'wallet', id })}) as events,
        (select array_agg(a.action order by a.created_at, a.id) from audit a
          where a.object_id = ${executionId({ kind: 'wallet', id })}) as audited,
        exists (select from wallet_quote_claim q where q.transfer_id = t.id) as is_claimed
      from transfer t left join chain_transaction c on c.transfer_id = t.id and c.purpose = 'user'
      where t.id = ${id}`.execute(tx),
  )
  return rows[0]
}

const transactions = async (rows: readonly WalletQuoteRow[]): Promise<number> => {
  const { rows: found } = await bff.deps.db.asWorker((tx) =>
    sql<{ count: number }>`select count(distinct xmin::text)::int as count from transfer
      where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx),
  )
  return found[0]?.count ?? 0
}

test('quotes and signatures of several wallets in one transaction are as those of one', async () => {
  const alone = parseId('cexec', await transfer(bff, at(0), at(1))) ?? ''
  await until(bff, executionId({ kind: 'wallet', id: alone }), 'COMPLETED')

  const quotes = await quoteTogether([order(0), order(1), order(2)])
  expect(await transactions(quotes)).toBe(1)
  const { submission } = service()
  const prepared = await Promise.all(
    quotes.map(async (row, from) => {
      const signed = {
        executionId: executionId(row),
        payloadSignature: stampOf(row, from),
        signatureType: 'ApiKey',
      }
      return must(await submission.prepare(signed, caller()))
    }),
  )
  const started = await bff.deps.db.withPartner(partnerId, (tx) =>
    inGroup(
      tx,
      prepared,
      async (batchTx, item) => must(await submission.record(batchTx, caller(), item)).transfer,
      { isShared: true },
    ),
  )
  expect(started.map(({ status, version }) => [status, version])).toEqual(
    quotes.map(() => ['PROCESSING', 2]),
  )
  expect(await transactions(quotes)).toBe(1)
  for (const { id } of quotes) bff.deps.jobs.runNow({ partnerId, transferId: id })
  for (const row of quotes) await until(bff, executionId(row), 'COMPLETED')
  const first = await recordOf(alone)
  expect(first).toMatchObject({ status: 'COMPLETED', is_signed: true, is_claimed: false })
  expect(first.audited).toEqual(['transfer.simulate', 'transfer.submit', 'transfer.complete'])
  for (const { id } of quotes) expect(await recordOf(id)).toEqual(first)
})

test('two quotes of one wallet are never made in one transaction', async () => {
  const twice = quoteTogether([order(0), order(1), order(0)])
  await expect(twice).rejects.toThrow(ItemsFailed)
  const error: unknown = await twice.catch((failed: unknown) => failed)
  expect([...(error as ItemsFailed).failures.values()]).toEqual([expect.any(NotTogether)])
})

test('of quotes of one wallet that are asked for at once one is open, and all are answered', async () => {
  const answers = await Promise.all(
    [0, 0, 1, 2, 0].map((from) => bff.post(simulatePath, order(from))),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const statuses = await Promise.all(
    answers.map(
      async ({ body }) =>
        (await bff.get(`${transferPath}/${body.executionId}`)).body.data.status as string,
    ),
  )
  expect(statuses.filter((status) => status === 'QUOTED')).toHaveLength(3)
  expect(statuses.filter((status) => status === 'EXPIRED')).toHaveLength(2)
  expect([statuses[2], statuses[3]]).toEqual(['QUOTED', 'QUOTED'])
})
