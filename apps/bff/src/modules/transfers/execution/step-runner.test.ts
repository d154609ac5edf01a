import { stepLifecycle, walletTransferLegs } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertPartner } from '../../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../../test/support/money/transfers.ts'
import { type WorkerDeps, workerDeps } from '../../../../test/support/process/workers.ts'
import { DatabaseUnavailable } from '../../../db/errors.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { verifyLedger } from '../../../records/ledger/verify.ts'
import { findTransfer } from '../../../records/transfers/store.ts'
import { createStepRunner } from './step-runner.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { RunResult } from '../../../ports/jobs.ts'
import type { Flow, StepHandler, StepOutcome } from '../../../records/transfers/steps/step.ts'

const steps = ['quote_locked', 'signature_verified', 'first', 'second', 'third']
const done: StepOutcome = { kind: 'done' }

let deps: WorkerDeps
let partnerId: string
beforeAll(async () => {
  deps = await workerDeps()
  partnerId = await insertPartner(deps.db)
})
afterAll(() => deps.close())
// These transfers have no chain; what else must hold, holds after every case.
afterEach(expectConsistent)

async function expectConsistent(): Promise<void> {
  const problems = await deps.db.asWorker(verifyLedger)
  expect(problems.filter((line) => !/chain|tokens|hash/.test(line))).toEqual([])
}

const flow = (handlers: Record<string, StepHandler>): Flow => ({
  handlers: {
    first: async () => done,
    second: async () => done,
    third: async () => done,
    ...handlers,
  },
  eventStatuses: { second: 'payment_submitted', third: 'payment_processed' },
  settle: (tx, row) => postFees(tx, row),
})
const postFees = (tx: Parameters<NonNullable<Flow['settle']>>[0], row: TransferRow) =>
  postGroup(tx, {
    partnerId: row.partner_id,
    transferId: row.id,
    step: 'finalized',
    legs: walletTransferLegs({ asset: 'USDC', scale: 6, amount: row.amount_out }, '0xa', '0xb'),
  })

const run = (
  transfer: TransferRow,
  handlers: Record<string, StepHandler> = {},
): Promise<RunResult> =>
  createStepRunner(deps, () => flow(handlers))({ partnerId, transferId: transfer.id })

/** A crowd waits for few connections; who got none in time comes again, as a job would. */
async function connected<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }
}

async function read(transfer: TransferRow) {
  const record = await deps.db.asWorker((tx) => findTransfer(tx, partnerId, transfer.id))
  if (!record) throw new Error('the transfer is gone')
  const events = await deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .select(['status', 'object'])
      .where('subject_id', 'like', 'cexec-%')
      .where('partner_id', '=', partnerId)
      .where(sql<boolean>`object->>'transactionId' = ${transfer.transaction_id}`)
      .orderBy('subject_version')
      .execute(),
  )
  return {
    ...record,
    events: events.map(({ status }) => status),
    states: record.steps.map(({ status }) => status),
  }
}

describe('a transfer is taken through its steps', () => {
  test('each once and in order, with its events; the end completes it and takes its job away', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    await deps.db.asWorker((tx) =>
      deps.jobs.queueTransfer(tx, { partnerId, transferId: transfer.id }),
    )
    const order: string[] = []
    const note =
      (name: string): StepHandler =>
      async () => {
        order.push(name)
        return { kind: 'done', reference: `ref ${name}` }
      }
    const result = await run(transfer, {
      first: note('first'),
      second: note('second'),
      third: note('third'),
    })

    expect(result).toEqual({ state: 'ended' })
    expect(order).toEqual(['first', 'second', 'third'])
    const after = await read(transfer)
    expect(after.status).toBe('COMPLETED')
    expect(after.states).toEqual(Array(5).fill('completed'))
    expect(after.steps.map(({ reference }) => reference).slice(2)).toEqual([
      'ref first',
      'ref second',
      'ref third',
    ])
    expect(after.events).toEqual(['quoted', 'approved', 'payment_submitted', 'payment_processed'])
    expect(after.completed_at).toBeInstanceOf(Date)
    const orphans = await deps.db.asWorker((tx) => deps.jobs.withoutJob(tx, [transfer.id]))
    expect(orphans).toEqual([transfer.id])
    expect(await run(transfer)).toEqual({ state: 'ended' })
  })

  test('a step remembers what was committed, however often its closing ran', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    const remembered: number[] = []
    let runs = 0
    const first: StepHandler = async () => {
      let at = 0
      return {
        kind: 'done',
        write: async () => void (at = runs += 1),
        committed: () => void remembered.push(at),
      }
    }
    const groupCommit: typeof deps.db.groupCommit = async (work) => {
      const undone = new Error('undone')
      await deps.db
        .asWorker((tx) => work(tx).then(() => Promise.reject(undone)))
        .catch((error: unknown) => expect(error).toBe(undone))
      return deps.db.groupCommit(work)
    }
    const again = { ...deps, db: { ...deps.db, groupCommit } }
    const shared = { ...flow({ first }), isShared: true }
    await createStepRunner(again, () => shared)({ partnerId, transferId: transfer.id })
    expect([runs, remembered]).toEqual([2, [2]])
    expect((await read(transfer)).status).toBe('COMPLETED')
  })

  test('steps that need nothing close with the next one; one fact may complete several', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    await run(transfer, {
      first: async () => ({ kind: 'nothing' }),
      second: async () => ({ kind: 'done', through: 'third' }),
      third: () => Promise.reject(new Error('never asked')),
    })
    const after = await read(transfer)
    expect(after.states).toEqual(Array(5).fill('completed'))
    expect(after.version).toBe(transfer.version + 1)
  })

  test('a step that waits leaves one current step, and continues where it was', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    const waiting: StepOutcome = { kind: 'waiting', reason: 'No block yet.', expectedInSeconds: 30 }
    expect(
      await run(transfer, {
        first: async () => ({ kind: 'nothing' }),
        second: async () => waiting,
      }),
    ).toMatchObject({ state: 'open' })
    const between = await read(transfer)
    expect(between.states.slice(2)).toEqual(['completed', 'waiting', 'pending'])
    expect(between.steps[3]).toMatchObject({ error: 'No block yet.', attempt: 1 })
    expect(between.steps[3]?.expected_by).not.toBeNull()

    await run(transfer)
    const after = await read(transfer)
    expect(after.status).toBe('COMPLETED')
    expect(after.steps[3]).toMatchObject({ error: '', expected_by: null })
  })

  test('a step that did not work is tried again, later each time, and never fails the transfer', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const result = await run(transfer, {
        first: async () => ({ kind: 'retry', reason: 'The chain does not answer.' }),
      })
      if (result.state === 'open') waits.push(result.againInMs ?? 0)
    }
    const [earliest = 0] = waits
    expect(earliest).toBeLessThan(700)
    expect(Math.max(...waits)).toBeGreaterThan(7_000)
    expect(Math.max(...waits)).toBeLessThan(13_000)
    const between = await read(transfer)
    expect(between.status).toBe('PROCESSING')
    expect(between.steps[2]).toMatchObject({ status: 'waiting', attempt: 8 })
    await run(transfer)
    expect((await read(transfer)).status).toBe('COMPLETED')
  })

  test('a final failure names step and reason, cancels what came after, and writes what it must', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    let isWritten = false
    const write = async () => {
      isWritten = true
    }
    const result = await run(transfer, {
      second: async () => ({ kind: 'failed', code: 'CHAIN_REVERTED', write }),
    })
    expect(result).toEqual({ state: 'ended' })
    const after = await read(transfer)
    expect(after.status).toBe('FAILED')
    expect(after.states.slice(2)).toEqual(['completed', 'failed', 'cancelled'])
    expect(after.failure).toMatchObject({
      code: 'CHAIN_REVERTED',
      type: 'CHAIN',
      step: 'second',
      retryable: true,
    })
    expect(after.events.at(-1)).toBe('error')
    expect(isWritten).toBe(true)
  })

  test('an error between effect and commit leaves the step as it was, and the effect is asked for again', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    let effects = 0
    const breaking: StepHandler = async () => {
      effects += 1
      const write = () => (effects === 1 ? Promise.reject(new Error('lost')) : Promise.resolve())
      return { kind: 'done', write }
    }
    await expect(run(transfer, { first: breaking })).rejects.toThrow('lost')
    expect((await read(transfer)).states.slice(2)).toEqual(['in_progress', 'pending', 'pending'])
    await run(transfer, { first: breaking })
    expect(effects).toBe(2)
    expect((await read(transfer)).status).toBe('COMPLETED')
  })
})

describe('two workers on one transfer', () => {
  type Gate = { wait: Promise<void>; open: () => void }
  function gate(): Gate {
    let open: () => void = () => undefined
    const wait = new Promise<void>((resolve) => {
      open = resolve
    })
    return { wait, open }
  }

  const outcomes: [string, StepOutcome][] = [
    ['done', done],
    ['waiting', { kind: 'waiting', reason: 'slow', expectedInSeconds: 5 }],
    ['retry', { kind: 'retry', reason: 'slow' }],
    ['failed', { kind: 'failed', code: 'CHAIN_REVERTED' }],
  ]
  test.each(outcomes)(
    'the one that was overtaken writes nothing, whatever it found: %s',
    async (_name, late) => {
      const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
      const begun = gate()
      const released = gate()
      let isWritten = false
      const frozen = run(transfer, {
        second: async () => {
          begun.open()
          await released.wait
          return late.kind === 'done'
            ? { ...late, write: async () => void (isWritten = true) }
            : late
        },
      })
      await begun.wait
      const waiting: StepOutcome = { kind: 'waiting', reason: 'later', expectedInSeconds: 60 }
      expect(await run(transfer, { third: async () => waiting })).toMatchObject({ state: 'open' })
      const before = await read(transfer)
      released.open()
      expect(await frozen).toEqual({ state: 'open' })
      expect(await read(transfer)).toEqual({ ...before, read_at: expect.any(Date) })
      expect(isWritten).toBe(false)
    },
  )

  test('of two hundred that run at once one ends it, and each event is written once', async () => {
    const transfer = await insertTestTransfer(deps.db, partnerId, { steps })
    const results = await Promise.all(
      Array.from({ length: 200 }, () =>
        connected(() => run(transfer, { first: async () => ({ kind: 'nothing' }) })),
      ),
    )
    expect(results.filter(({ state }) => state === 'ended').length).toBeGreaterThan(0)
    const after = await read(transfer)
    expect(after.status).toBe('COMPLETED')
    expect(after.events).toEqual(['quoted', 'approved', 'payment_submitted', 'payment_processed'])
  })
})

describe('the steps table agrees with the domain', () => {
  test('every change that the runner makes is legal', () => {
    const made: [Parameters<typeof stepLifecycle.next>[0], string][] = [
      ['pending', 'in_progress'],
      ['in_progress', 'completed'],
      ['in_progress', 'waiting'],
      ['waiting', 'in_progress'],
      ['in_progress', 'failed'],
      ['pending', 'cancelled'],
    ]
    for (const [from, to] of made) expect(stepLifecycle.reachable(from)).toContain(to)
  })
})
