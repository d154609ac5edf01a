import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { sharedDatabase } from '../../test/support/database/recycled.ts'
import { startDroppingProxy } from '../../test/support/database/dropping-proxy.ts'
import { keptLog } from '../../test/support/database/quiet.ts'
import { leaveToCommit } from './connection.ts'
import { DatabaseUnavailable, isUnavailable } from './errors.ts'
import { inSavepoint } from './isolation.ts'
import type { Tx } from './open.ts'
import { openPool } from './pool.ts'
import { withClient } from './server/server.ts'
import { inReading, inTransaction, onlyInTransactions } from './transaction.ts'

const db = sharedDatabase()
beforeAll(async () => {
  await withClient(db.urls.owner, (owner) =>
    owner.query(`
      create table account (id int primary key, balance numeric(78,0) not null check (balance >= 0));
      insert into account values (1, 100), (2, 100);
      grant select, insert, update on account to corridor_worker;`),
  )
})

const add = (tx: Tx, id: number, amount: bigint) =>
  sql`update account set balance = balance + ${amount} where id = ${id}`.execute(tx)
const balances = () =>
  db.asWorker(async (tx) => {
    const { rows } = await sql<{
      balance: bigint
    }>`select balance from account order by id`.execute(tx)
    return rows.map((row) => row.balance)
  })

async function failure(work: Promise<unknown>): Promise<DatabaseUnavailable> {
  const error: unknown = await work.catch((reason: unknown) => reason)
  if (!(error instanceof DatabaseUnavailable)) throw error
  return error
}

describe('a unit of work', () => {
  test('is all or nothing', async () => {
    const half = db.asWorker(async (tx) => {
      await add(tx, 1, -50n)
      throw new Error('in between')
    })
    await expect(half).rejects.toThrow('in between')
    expect(await balances()).toEqual([100n, 100n])
  })
  test('that meets another in a deadlock runs again, and both take effect once', async () => {
    let runs = 0
    const bothHold = Promise.withResolvers<undefined>()
    const move = (from: number, to: number) =>
      db.asWorker(async (tx) => {
        await add(tx, from, -10n)
        runs += 1
        if (runs >= 2) bothHold.resolve(undefined)
        await bothHold.promise
        await add(tx, to, 10n)
      })
    await Promise.all([move(1, 2), move(2, 1)])
    expect(runs).toBeGreaterThan(2)
    expect(await balances()).toEqual([100n, 100n])
  })
  test('that continues after a failed statement is not taken for done', async () => {
    const swallowed = db.asWorker(async (tx) => {
      await add(tx, 1, 1n)
      await add(tx, 1, -1_000n).catch(() => undefined)
      return 'done'
    })
    await expect(swallowed).rejects.toThrow('went on after a failed statement')
    expect(await balances()).toEqual([100n, 100n])
  })
  test('fails for the cause, though a statement behind it fails first', async () => {
    const both = db.asWorker(async (tx) => {
      const broken = sql`select 1 / 0`.execute(tx)
      broken.catch(() => undefined)
      await add(tx, 1, 1n)
      await broken
    })
    await expect(both).rejects.toThrow('division by zero')
  })
  test('leaves a write to its commit, and fails for its cause with all that came before', async () => {
    const left = (amount: bigint) =>
      db.asWorker(async (tx) => {
        await add(tx, 1, 1n)
        let isAnswered = false
        await leaveToCommit(tx, () => add(tx, 2, amount).finally(() => (isAnswered = true)))
        return isAnswered
      })
    expect(await left(1n)).toBe(false)
    expect(await balances()).toEqual([101n, 101n])
    await expect(left(-1_000n)).rejects.toThrow('violates check constraint')
    expect(await balances()).toEqual([101n, 101n])
    await db.asWorker((tx) => Promise.all([add(tx, 1, -1n), add(tx, 2, -1n)]))
  })
  test('waits for a write that cannot be sent at once', async () => {
    await db.asWorker(async (tx) => {
      const later = async () => {
        await sleep(1)
        await add(tx, 1, 1n)
        await sleep(1)
        await add(tx, 1, -1n)
      }
      await leaveToCommit(tx, later)
    })
    expect(await balances()).toEqual([100n, 100n])
  })
  test('undoes what a savepoint’s work left to the commit, and says why it failed', async () => {
    await db.asWorker(async (tx) => {
      const undone = inSavepoint(tx, () => leaveToCommit(tx, () => add(tx, 1, -1_000n)))
      await expect(undone).rejects.toThrow('violates check constraint')
      const thrown = inSavepoint(tx, async () => {
        await leaveToCommit(tx, () => add(tx, 1, -1_000n))
        throw new Error('another reason')
      })
      await expect(thrown).rejects.toThrow('another reason')
      await add(tx, 1, 1n)
    })
    expect(await balances()).toEqual([101n, 100n])
    await db.asWorker((tx) => add(tx, 1, -1n))
  })
  test('that meets a conflict runs again, though a statement behind it fails first', async () => {
    let runs = 0
    const before = await balances()
    await db.asWorker(async (tx) => {
      runs += 1
      const met = runs === 1 ? sql`do $$ begin raise sqlstate '40001'; end $$` : sql`select 1`
      const first = met.execute(tx)
      first.catch(() => undefined)
      await add(tx, 1, 0n)
      await first
    })
    expect(runs).toBe(2)
    expect(await balances()).toEqual(before)
  })
  test('that leaves something running does not reach into the next transaction of its client', async () => {
    const pool = openPool({ connectionString: db.urls.worker, max: 1 }, keptLog())
    const options = { pool, jitter: () => 0 }
    let straggler: Promise<unknown> = Promise.resolve()
    const first = inTransaction(options, undefined, async (tx) => {
      straggler = sleep(50).then(() => add(tx, 1, 1n))
      straggler.catch(() => undefined)
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(first).rejects.toThrow('division by zero')
    await inTransaction(options, undefined, async (tx) => {
      await add(tx, 2, 0n)
      await expect(straggler).rejects.toThrow('after its transaction had ended')
    })
    await pool.end()
    expect(await balances()).toEqual([100n, 100n])
  })
  test('writes nothing where its begin was lost', async () => {
    const config = { connectionString: db.urls.worker, max: 1, ...onlyInTransactions }
    const pool = openPool(config, keptLog())
    const client = await pool.connect()
    const query = client.query.bind(client)
    const beginning = (text: unknown) => typeof text === 'string' && text.startsWith('begin')
    Object.assign(client, {
      query: (text: never) => query(beginning(text) ? ('select 1 / 0' as never) : text),
    })
    client.release()
    const lost = inTransaction({ pool, jitter: () => 0 }, undefined, (tx) => add(tx, 1, 1n))
    await expect(lost).rejects.toThrow('read-only transaction')
    await pool.end()
    expect(await balances()).toEqual([100n, 100n])
  })
  test('has the bounds of every transaction', async () => {
    await db.withPartner('00000000-0000-7000-8000-00000000000a', async (tx) => {
      const { rows } = await sql`select current_setting('statement_timeout') as a,
        current_setting('lock_timeout') as b,
        current_setting('idle_in_transaction_session_timeout') as c,
        current_setting('transaction_isolation') as d`.execute(tx)
      expect(rows).toEqual([{ a: '5s', b: '2s', c: '10s', d: 'read committed' }])
    })
  })
  test('that takes too long, or waits too long for a row, is asked to retry', async () => {
    const settings = { statement_timeout: 200, lock_timeout: 100 }
    const pool = openPool({ connectionString: db.urls.worker, max: 2, settings }, keptLog())
    const options = { pool, jitter: () => 0 }
    const slow = inTransaction(options, undefined, (tx) => sql`select pg_sleep(5)`.execute(tx))
    expect((await failure(slow)).outcomeUnknown).toBe(false)
    await db.asWorker(async (holder) => {
      await add(holder, 1, 0n)
      await failure(inTransaction(options, undefined, (tx) => add(tx, 1, 1n)))
    })
    await pool.end()
    expect(await balances()).toEqual([100n, 100n])
  })
  test('whose answer to COMMIT is lost is of unknown outcome, and is not repeated', async () => {
    const { host, port } = inject('server')
    const proxy = await startDroppingProxy({ host, port })
    const url = new URL(db.urls.worker)
    url.searchParams.set('host', proxy.host)
    const pool = openPool({ connectionString: url.href }, keptLog())
    let runs = 0
    proxy.loseAnswerTo('commit')
    const error = await failure(
      inTransaction({ pool, jitter: () => 0 }, undefined, (tx) => {
        runs += 1
        return add(tx, 1, 5n)
      }),
    )
    expect(error.outcomeUnknown).toBe(true)
    expect(runs).toBe(1)
    expect(await balances()).toEqual([105n, 100n])
    await db.asWorker((tx) => add(tx, 1, -5n))
    await pool.end()
    await proxy.stop()
  })
})

describe('work that only reads', () => {
  const [first, second] = ['a', 'b'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)
  const whose = async (tx: Tx) => {
    const { rows } = await sql<{ partner: string; own: boolean }>`
      select current_setting('app.partner_id', true) as partner,
        now() = statement_timestamp() as own`.execute(tx)
    return rows[0]
  }
  test('goes without a transaction on a connection of its partner, and never under another partner', async () => {
    const config = { connectionString: db.urls.app, max: 1, ...onlyInTransactions }
    const pool = openPool(config, keptLog())
    const statements: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client)
      Object.assign(client, {
        query: (asked: never) => {
          if (typeof asked === 'string') statements.push(asked)
          return query(asked)
        },
      })
    })
    const options = { pool, jitter: () => 0 }
    for (const partner of [first, first, second, first, first]) {
      const seen = await inReading(options, partner ?? '', whose)
      expect(seen?.partner).toBe(partner)
    }
    expect(statements.filter((text) => text === 'commit')).toHaveLength(3)
    await pool.end()
  })
  test('and writes or locks after all runs again in a transaction', async () => {
    await db.reading(first ?? '', whose)
    let runs = 0
    const id = await db.reading(first ?? '', async (tx) => {
      runs += 1
      await sql`create temp table kept (id int) on commit drop`.execute(tx)
      return runs
    })
    expect(id).toBe(2)
  })
})

describe('the pool', () => {
  const busy = async (pool: Pool) => {
    const clients = await Promise.all(Array.from({ length: 2 }, () => pool.connect()))
    return () => {
      for (const client of clients) client.release()
    }
  }
  test('with every connection in use says so within 2 s, and serves again when one is free', async () => {
    const pool = openPool({ connectionString: db.urls.worker, max: 2 }, keptLog())
    const options = { pool, jitter: () => 0 }
    const free = await busy(pool)
    // Two timers of one process: when it is held up, both are.
    const late = sleep(2_500, 'late')
    const refused = failure(inTransaction(options, undefined, (tx) => add(tx, 1, 0n)))
    expect(await Promise.race([refused, late])).toBeInstanceOf(DatabaseUnavailable)
    free()
    await inTransaction(options, undefined, (tx) => add(tx, 1, 0n))
    await pool.end()
  })
  test('drops a connection that the server cut off, in use or idle', async () => {
    const log = keptLog()
    const pool = openPool({ connectionString: db.urls.worker, max: 2 }, log)
    const options = { pool, jitter: () => 0 }
    const cut = () =>
      withClient(db.adminUrl, (admin) =>
        admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'corridor_worker' and datname = current_database()`,
        ),
      )
    const inUse = inTransaction(options, undefined, async (tx) => {
      await add(tx, 1, 1n)
      await cut()
      await add(tx, 1, 1n)
    })
    expect(isUnavailable(await failure(inUse))).toBe(true)
    await inTransaction(options, undefined, (tx) => add(tx, 1, 0n))
    await cut()
    await expect.poll(() => log.messages).toContain('an idle database connection was lost')
    await inTransaction(options, undefined, (tx) => add(tx, 1, 0n))
    expect(await balances()).toEqual([100n, 100n])
    await pool.end()
  })
})
