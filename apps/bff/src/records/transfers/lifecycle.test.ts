import {
  allowedTransitions,
  transferLifecycle,
  type TransferEvent,
  type TransferStatus,
} from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../test/support/money/transfers.ts'
import { lockTransfer } from './store.ts'
import { byWorker, moveTransfer } from './transition.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

const states = Object.keys(transferLifecycle.transitions) as TransferStatus[]
const events = [
  ...new Set(states.flatMap((state) => Object.keys(transferLifecycle.transitions[state]))),
] as TransferEvent[]

/** The way from a quote to each state, by its fewest changes. */
const wayTo = (state: TransferStatus): TransferStatus[] => {
  let at: TransferStatus = 'QUOTED'
  return (transferLifecycle.path('QUOTED', state) ?? []).map((event) => {
    at = transferLifecycle.next(at, event) ?? at
    return at
  })
}

/** A transfer that was taken to a state, one legal change after the other. */
async function transferIn(state: TransferStatus): Promise<TransferRow> {
  const row = await insertTestTransfer(db, partnerId, { status: 'QUOTED' })
  await db.asWorker(async (tx) => {
    for (const status of wayTo(state))
      await sql`update transfer set status = ${status} where id = ${row.id}`.execute(tx)
  })
  return { ...row, status: state }
}

const move = (id: string, event: TransferEvent) =>
  db.asWorker(async (tx) => {
    const held = await lockTransfer(tx, partnerId, id)
    if (!held) throw new Error('the transfer is gone')
    const change = { event, eventStatus: 'error', action: 'transfer.test' }
    return moveTransfer(tx, byWorker(partnerId), held, change)
  })

/** All that is stored of a transfer and of what was published about it. */
const everything = async () => {
  const { rows } = await db.asWorker((tx) =>
    sql<{ text: string }>`select (select jsonb_agg(t order by t.id) from transfer t)::text
      || (select count(*) from event) || (select count(*) from audit) as text`.execute(tx),
  )
  return rows[0]?.text
}

describe('the life of a transfer', () => {
  test('the database knows the same changes as the program', async () => {
    const rows = await db.asWorker((tx) =>
      tx
        .selectFrom('allowed_transition')
        .select(['from_state', 'to_state'])
        .where('resource', '=', 'transfer')
        .execute(),
    )
    const inDatabase = rows.map((row) => `${row.from_state} ${row.to_state}`).toSorted()
    expect(inDatabase).toEqual(allowedTransitions.map((pair) => pair.join(' ')).toSorted())
  })

  test('each state takes the events of its row; all others are refused and change nothing', async () => {
    const refused: string[] = []
    for (const state of states) {
      const legal = events.filter((name) => transferLifecycle.next(state, name))
      const row = await transferIn(state)
      const before = await everything()
      for (const event of events.filter((name) => !legal.includes(name))) {
        const answer = await move(row.id, event)
        expect(answer.ok, `${state} ${event}`).toBe(false)
        if (answer.ok) continue
        expect(answer.failure).toMatchObject({
          code: 'ILLEGAL_TRANSITION',
          details: [{ from: state, allowed: transferLifecycle.reachable(state) }],
        })
        refused.push(`${state} ${event}`)
      }
      expect(await everything(), state).toBe(before)
      for (const event of legal) {
        const other = await transferIn(state)
        const answer = await move(other.id, event)
        expect(answer.ok && answer.value.status).toBe(transferLifecycle.next(state, event))
      }
    }
    const legalPairs = states.flatMap((state) => Object.keys(transferLifecycle.transitions[state]))
    expect(refused).toHaveLength(states.length * events.length - legalPairs.length)
  })

  test('a program that is wrong cannot write what the life does not have', async () => {
    for (const from of states) {
      const row = await transferIn(from)
      const allowed = transferLifecycle.reachable(from)
      for (const to of states.filter((state) => state !== from && !allowed.includes(state)))
        await expect(
          db.asWorker((tx) =>
            sql`update transfer set status = ${to} where id = ${row.id}`.execute(tx),
          ),
        ).rejects.toThrow(`a transfer that is ${from} never becomes ${to}`)
    }
  })

  test('of two hundred conflicting changes at once exactly one is made', async () => {
    const row = await transferIn('PENDING')
    const asked = Array.from({ length: 200 }, (_, n) =>
      move(row.id, (['cancel', 'expire'] as const)[n % 2] ?? 'cancel'),
    )
    // One that finds no connection in time has changed nothing either.
    const answers = await Promise.allSettled(asked)
    const made = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok)
    expect(made).toHaveLength(1)
    const published = await db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select('id')
        .where(sql<boolean>`object->>'transactionId' = ${row.transaction_id}`)
        .where('type', '=', 'transitioned')
        .execute(),
    )
    expect(published).toHaveLength(1)
  })
})
