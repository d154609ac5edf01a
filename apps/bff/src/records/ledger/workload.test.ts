import { randomInt } from 'node:crypto'
import { depositLegs, type Leg, ledgerAccount } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { withClient } from '../../db/server/server.ts'
import { ledgerBreaches } from './breaches.ts'
import { clearingOf, postGroup, resolvePending } from './service.ts'

/** 3 s in the ordinary run; a minute with LEDGER_WORKLOAD_SECONDS=60. */
const seconds = Number(process.env['LEDGER_WORKLOAD_SECONDS'] ?? 3)
const clients = 16
const accounts = 6
const opening = 1_000n
const usd = { asset: 'USD', scale: 2 }

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

/** A leg from one to another of the accounts, which have a floor at both ends. */
const between = (from: string, to: string, amount: bigint, kind: 'single' | 'pending'): Leg => ({
  code: 'move',
  debit: ledgerAccount('transfer_clearing', usd, from),
  credit: ledgerAccount('transfer_clearing', usd, to),
  amount,
  kind,
})

test(
  `${clients} clients move money between ${accounts} accounts: no update is lost, no balance falls below zero`,
  async () => {
    const ids = Array.from({ length: accounts }, () => uuidV7())
    const expected = new Map(ids.map((id) => [id, opening]))
    for (const transferId of ids) {
      const place = { kind: 'BANK', country: 'US' } as const
      const legs = depositLegs({ ...usd, amount: opening, place, transferId })
      await db.asWorker((tx) => postGroup(tx, { partnerId, transferId, step: 'deposit', legs }))
    }
    const counts = { moved: 0, refused: 0 }
    const end = performance.now() + seconds * 1_000

    const book = (from: string, to: string, amount: bigint) => {
      expected.set(from, (expected.get(from) ?? 0n) - amount)
      expected.set(to, (expected.get(to) ?? 0n) + amount)
      counts.moved += 1
    }
    /** Some at once, some held first and then taken whole, in part or not at all. */
    const move = async (from: string, to: string) => {
      const amount = BigInt(randomInt(1, 900))
      const [transferId, kind] = [
        uuidV7(),
        randomInt(2) ? ('single' as const) : ('pending' as const),
      ]
      const legs = [between(from, to, amount, kind)]
      const group = { partnerId, transferId, step: 'move', legs }
      await db.asWorker((tx) => postGroup(tx, group))
      if (kind === 'single') return book(from, to, amount)
      const posted = [amount, BigInt(randomInt(1, Number(amount) + 1)), 0n][randomInt(3)] ?? 0n
      const of = { step: 'move', code: 'move' }
      const known = { partnerId, transferId, step: 'known', of }
      await db.asWorker((tx) =>
        posted > 0n
          ? resolvePending(tx, { ...known, as: 'post', amount: posted })
          : resolvePending(tx, { ...known, as: 'void' }),
      )
      if (posted > 0n) book(from, to, posted)
    }
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end || counts.moved <= 100 || counts.refused <= 10) {
          const from = ids[randomInt(accounts)] ?? ''
          const to = ids.filter((id) => id !== from)[randomInt(accounts - 1)] ?? ''
          await move(from, to).catch((error: unknown) => {
            if (!/ledger_balance_floor/.test(String(error))) throw error
            counts.refused += 1
          })
        }
      }),
    )

    for (const id of ids) {
      const [held] = await db.asWorker((tx) => clearingOf(tx, partnerId, id))
      expect(held).toMatchObject({ balance: expected.get(id), pending: 0n, incoming: 0n })
      expect(held?.balance).toBeGreaterThanOrEqual(0n)
    }
    expect(await db.asWorker(ledgerBreaches)).toEqual([])
    // Of 16 that fight over six accounts some are refused, and many are not.
    expect(counts.refused).toBeGreaterThan(10)
    expect(counts.moved).toBeGreaterThan(100)
    expect(await isolation()).toBe('read committed')
    expect(await deadlocks()).toBe(0)
  },
  seconds * 1_000 + 30_000,
)

const isolation = () =>
  withClient(db.urls.worker, async (client) => {
    const { rows } = await client.query<{ level: string }>(
      `select current_setting('default_transaction_isolation') as level`,
    )
    return rows[0]?.level
  })

/** Accounts are locked in the order of their ids, so there is no deadlock. */
const deadlocks = () =>
  withClient(db.adminUrl, async (client) => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks::text from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  })
