import { bankInSteps, parseExecutionId, walletSteps } from '@corridor/domain'
import { stampWithApiKey } from '@corridor/signing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aParty, aQuote, quote, type Side } from '../../../../test/support/money/ordinary.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transferPath,
  until,
} from '../../../../test/support/money/wallets.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { inBatch } from '../../../db/batch.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { findTransfer } from '../store.ts'
import { startSteps } from './quoted.ts'

const bff = ownBff()
let sides: [Side, Side]
let wallets: [TestWallet, TestWallet]
beforeAll(async () => {
  sides = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
  wallets = [await makeWallet(bff), await makeWallet(bff)]
  await fund(bff, wallets[0], 1_000)
})

const idOf = (executionId: string) => parseExecutionId(executionId)?.id ?? ''

const stored = async (executionId: string) => {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ name: string; status: string; attempt: number; ended: boolean; awaited: boolean }>`
      select name, status, attempt, completed_at is not null as ended,
        expected_by is not null as awaited
      from transfer_step where transfer_id = ${idOf(executionId)} order by ordinal`.execute(tx),
  )
  return rows
}
const record = async (executionId: string): Promise<AnyBody> =>
  (await bff.get(`${transferPath}/${executionId}`)).body.data
const shown = async (executionId: string) =>
  ((await record(executionId)).details as AnyBody[]).map(({ name, status }) => `${name} ${status}`)

const aNewQuote = async (): Promise<AnyBody> => (await quote(bff, aQuote(...sides))).body.data
const take = ({ executionId, transferAcknowledgement }: AnyBody) =>
  bff.post(transferPath, {
    executionId,
    transferAcknowledgement: transferAcknowledgement.version,
    counterPartyRiskAcknowledged: true,
  })

/** What the releases before stored with a quote. */
const keepSteps = (executionId: string, names: readonly string[]) =>
  bff.deps.db.asWorker((tx) =>
    sql`insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
        completed_at, attempt)
      select t.partner_id, t.id, n.place - 1, n.name,
        case n.place when 1 then 'completed' else 'pending' end,
        case n.place when 1 then t.created_at end, case n.place when 1 then t.created_at end,
        (n.place = 1)::int
      from transfer t, unnest(${[...names]}::text[]) with ordinality as n (name, place)
      where t.id = ${idOf(executionId)}`.execute(tx),
  )

const planned = (names: readonly string[], rest: string) =>
  names.map((name, at) => `${name} ${at === 0 ? 'completed' : rest}`)

describe('a quote that was not executed', () => {
  test('keeps no steps and shows those that it would have', async () => {
    const { executionId } = await aNewQuote()
    expect(await stored(executionId)).toEqual([])
    expect(await shown(executionId)).toEqual(planned(bankInSteps, 'pending'))
    const { createdAt, details } = await record(executionId)
    expect(details[0]).toEqual({
      name: 'quote_locked',
      status: 'completed',
      startedAt: createdAt,
      completedAt: createdAt,
      error: '',
      attempt: 1,
      reference: '',
    })
    const next = { name: 'approval', status: 'pending', error: '', attempt: 0, reference: '' }
    expect(details[1]).toEqual(next)
  })

  test('shows the same whether or not a release before has stored them, also when superseded', async () => {
    const first = (await bff.post(simulatePath, aTransfer(...wallets))).body
    expect(await shown(first.executionId)).toEqual(planned(walletSteps, 'pending'))
    const { details } = await record(first.executionId)
    await keepSteps(first.executionId, walletSteps)
    expect((await record(first.executionId)).details).toEqual(details)

    const second = (await bff.post(simulatePath, aTransfer(...wallets))).body
    expect(await shown(first.executionId)).toEqual(planned(walletSteps, 'cancelled'))
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 601 })
    expect(await shown(second.executionId)).toEqual(planned(walletSteps, 'cancelled'))
    await expect.poll(async () => (await record(second.executionId)).eventStatus).toBe('expired')
    expect(await shown(second.executionId)).toEqual(planned(walletSteps, 'cancelled'))
    expect(await stored(second.executionId)).toEqual([])
  })
})

describe('a quote that is executed', () => {
  test('gets all its steps, the same as one that had them already', async () => {
    const [fresh, old] = [await aNewQuote(), await aNewQuote()]
    await keepSteps(old.executionId, bankInSteps)
    for (const item of [fresh, old]) expect((await take(item)).status).toBe(200)
    const steps = await stored(fresh.executionId)
    expect(steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'quote_locked completed',
      'approval skipped',
      'deposit_received waiting',
      ...planned(bankInSteps, 'pending').slice(3),
    ])
    expect(steps.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 0, 0, 0, 0])
    expect(steps.map(({ ended }) => ended).slice(0, 4)).toEqual([true, true, false, false])
    expect(steps.map(({ awaited }) => awaited).slice(0, 4)).toEqual([false, false, true, false])
    expect(await stored(old.executionId)).toEqual(steps)
    expect((await record(fresh.executionId)).details[0].completedAt).toBe(
      (await record(fresh.executionId)).createdAt,
    )
  })

  test('is found by the verification where it has none', async () => {
    const taken = await aNewQuote()
    await take(taken)
    const { asWorker } = bff.deps.db
    const { rows } = await asWorker((tx) =>
      sql<{ step: object }>`delete from transfer_step s
        where transfer_id = ${idOf(taken.executionId)} returning to_jsonb(s) as step`.execute(tx),
    )
    const found = await asWorker(verifyLedger)
    const steps = JSON.stringify(rows.map(({ step }) => step))
    await asWorker((tx) =>
      sql`insert into transfer_step
        select * from jsonb_populate_recordset(null::transfer_step, ${steps}::jsonb)`.execute(tx),
    )
    expect(found).toEqual([expect.stringContaining('a transfer that was executed has its steps')])
  })

  test('between wallets the same, up to the end', async () => {
    const { executionId, payloadToSign } = (await bff.post(simulatePath, aTransfer(...wallets)))
      .body
    await keepSteps(executionId, walletSteps)
    await bff.post(transferPath, {
      executionId,
      payloadSignature: stampWithApiKey(payloadToSign, wallets[0].key),
      signatureType: 'ApiKey',
    })
    await until(bff, executionId, 'COMPLETED')
    expect(await shown(executionId)).toEqual(planned(walletSteps, 'completed'))
    await expectConsistent(bff)
  })

  test('many at once have theirs from one statement', async () => {
    const quotes = [await aNewQuote(), await aNewQuote(), await aNewQuote()]
    const end = new Date('2099-01-01T00:00:00Z')
    await bff.deps.db.asWorker(async (tx) => {
      const { rows } = await sql<{ partner_id: string }>`select partner_id from transfer
        where id = ${idOf(quotes[0].executionId)}`.execute(tx)
      const held = await Promise.all(
        quotes.map((transfer) =>
          findTransfer(tx, rows[0]?.partner_id ?? '', idOf(transfer.executionId)),
        ),
      )
      await inBatch(tx, held, async (batchTx, row) => {
        if (row) await startSteps(batchTx, row, { awaitsApproval: true, until: end })
      })
    })
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ steps: number; moments: number }>`select count(*)::int as steps,
          count(distinct started_at) filter (where name = 'approval')::int as moments
        from transfer_step
        where transfer_id = any(${quotes.map((transfer) => idOf(transfer.executionId))}::uuid[])`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ steps: 3 * bankInSteps.length, moments: 1 }])
  })
})
