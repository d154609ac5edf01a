import { randomUUID } from 'node:crypto'
import { transferMembers } from '@corridor/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../../test/support/money/transfers.ts'
import { inSavepoint } from '../../../db/isolation.ts'
import { readSelection, type Selection } from '../../../api/request/selection.ts'
import { createResponseCache } from './response-cache.ts'
import { findPrint, findTransfer } from '../../../records/transfers/store.ts'
import { transferBody } from './view.ts'

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

/** The response to a reader: by print, and by the whole record where that is new. */
const responseOf = (
  bodies: ReturnType<typeof createResponseCache>,
  id: string,
  selection?: Selection,
) =>
  db.reading(partnerId, async (tx) => {
    const print = await findPrint(tx, partnerId, id)
    return print ? String((await bodies.textsOf(tx, partnerId, [print], selection))[0]) : undefined
  })

const asItIs = (id: string) =>
  db.reading(partnerId, async (tx) => {
    const record = await findTransfer(tx, partnerId, id)
    return record && JSON.stringify(transferBody(record))
  })

const run = (statement: ReturnType<typeof sql>) => db.asWorker((tx) => statement.execute(tx))

test('a cached response is reused, and never after anything of its transfer has changed', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const { id: other } = await insertTestTransfer(db, partnerId)
  const [review, question] = [randomUUID(), randomUUID()]
  const bodies = createResponseCache()
  const changes = [
    sql`update transfer set reference = 'INV-7' where id = ${id}`,
    sql`update transfer_step set error = 'said again' where transfer_id = ${id} and ordinal = 1`,
    sql`update transfer_step set attempt = attempt + 1 where transfer_id = ${id} and ordinal = 2`,
    sql`update transfer set refund_of = ${id} where id = ${other}`,
    sql`insert into transfer_step (partner_id, transfer_id, ordinal, name, status)
      values (${partnerId}, ${id}, 20, 'refund_submitted', 'pending')`,
    sql`delete from transfer_step where transfer_id = ${id} and ordinal = 20`,
    sql`update transfer set status = 'IN_REVIEW' where id = ${id}`,
    sql`insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status,
        opened_at, due_at)
      values (${partnerId}, ${review}, 'transfer', ${id}, 'FUNDING_UNDERPAID', 'partner', 'OPEN',
        service_now(), service_now())`,
    sql`insert into review_question (partner_id, id, review_id, text, status, asked_at, due_at,
        asked_by_type, asked_by_id)
      values (${partnerId}, ${question}, ${review}, 'Why?', 'OPEN', service_now(), service_now(),
        'service', 'worker')`,
    sql`update review_question set status = 'ANSWERED', answer = 'So.',
      answered_at = service_now() where id = ${question}`,
    sql`update review set status = 'DECIDED', decided_at = service_now(), decision = 'APPROVED' where id = ${review}`,
    sql`update transfer set status = 'PROCESSING' where id = ${id}`,
    sql`update transfer set status = 'COMPLETED', event_status = 'completed' where id = ${id}`,
    sql`update transfer_step set reference = '0x1' where transfer_id = ${id} and ordinal = 1`,
  ]
  for (const change of changes) {
    const before = await responseOf(bodies, id)
    expect(bodies.has(id)).toBe(true)
    expect(await responseOf(bodies, id)).toBe(before)
    await run(change)
    const after = await responseOf(bodies, id)
    expect(after).toBe(await asItIs(id))
    expect(after).not.toBe(before)
  }
})

test('each change of what a refund sends back gives what it refunds a new version', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const { id: refund } = await insertTestTransfer(db, partnerId)
  const print = async () =>
    (await db.reading(partnerId, (tx) => findPrint(tx, partnerId, id)))?.print
  for (const change of [
    sql`update transfer set refund_of = ${id} where id = ${refund}`,
    sql`update transfer set amount_in = amount_in + 1 where id = ${refund}`,
    sql`update transfer set refund = '{"isSurplus":true}' where id = ${refund}`,
    sql`update transfer set status = 'FAILED' where id = ${refund}`,
  ]) {
    const before = await print()
    await run(change)
    expect(await print()).not.toBe(before)
  }
})

test('a partial response is of the current record, of that selection, and counts towards the cache size', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const whole = (await asItIs(id)) ?? ''
  const bodies = createResponseCache(Buffer.byteLength(whole) + 60)
  const [small, large] = [readSelection('reference'), readSelection('from,to,details')]
  const partBy = (selection: typeof small) => responseOf(bodies, id, selection)
  for (const reference of ['INV-1', 'INV-2']) {
    await run(sql`update transfer set reference = ${reference} where id = ${id}`)
    for (let times = 0; times < 2; times += 1)
      expect(await partBy(small)).toBe(JSON.stringify({ reference }))
    expect(await partBy(readSelection('status'))).toBe('{"status":"PROCESSING"}')
    expect(await responseOf(bodies, id)).toBe(await asItIs(id))
  }
  expect(bodies.has(id)).toBe(true)
  const { from, to, details } = JSON.parse(whole)
  expect(JSON.parse((await partBy(large)) ?? '')).toEqual({ from, to, details })
  expect(bodies.has(id)).toBe(false)
})

test('a part has what the whole has, whichever member it names', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const { id: refund } = await insertTestTransfer(db, partnerId)
  await run(sql`update transfer set refund_of = ${id} where id = ${refund}`)
  await run(sql`update transfer set status = 'IN_REVIEW', received = amount_in - 1,
    quote = '{"midRate":"1.5","spreadBps":20,"source":"bank","asOf":"2026-01-02"}',
    deposit_account = '{"reference":"R"}', approval = '{"required":true}' where id = ${id}`)
  await run(sql`insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status,
      opened_at, due_at)
    values (${partnerId}, ${randomUUID()}, 'transfer', ${id}, 'FUNDING_UNDERPAID', 'partner', 'OPEN',
      service_now(), service_now())`)
  const whole: unknown = JSON.parse((await asItIs(id)) ?? '')
  for (const name of [...Object.keys(transferMembers), 'from.fullName,details.name']) {
    const selection = readSelection(name)
    const part = await responseOf(createResponseCache(), id, selection)
    expect([name, part]).toEqual([name, JSON.stringify(selection?.pick(whole))])
  }
  expect(Object.keys(whole as object)).toEqual(
    expect.arrayContaining(['review', 'rateDetails', 'amountReceived', 'approval', 'refunds']),
  )
})

test('a step and its transfer in one statement, and a step beside a change that is undone, show', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const bodies = createResponseCache()
  await responseOf(bodies, id)
  await run(sql`with named as (update transfer_step set error = 'one' where transfer_id = ${id}
      and ordinal = 1 returning transfer_id)
    update transfer set reference = 'one' from named where id = named.transfer_id`)
  expect(await responseOf(bodies, id)).toBe(await asItIs(id))
  await db.asWorker(async (tx) => {
    await inSavepoint(tx, async () => {
      await sql`update transfer set reference = 'two' where id = ${id}`.execute(tx)
      throw new Error('undone')
    }).catch(() => undefined)
    await sql`update transfer_step set error = 'two' where transfer_id = ${id} and ordinal = 1`.execute(
      tx,
    )
  })
  expect(await responseOf(bodies, id)).toBe(await asItIs(id))
  expect(await asItIs(id)).toMatch(/"error":"two"/)
})

test.each(['QUOTED', 'PENDING', 'AWAITING_APPROVAL'])(
  'what ends by time alone is kept until its end, by the clock of the database: %s',
  async (status) => {
    const { id } = await insertTestTransfer(db, partnerId, { status: 'QUOTED', validFor: 60 })
    await run(sql`update transfer set status = ${status}, deposit_until = valid_until where id = ${id}
      and status <> ${status}`)
    const bodies = createResponseCache()
    for (let times = 0; times < 2; times += 1) {
      expect(await responseOf(bodies, id)).toContain(`"status":"${status}"`)
      expect(bodies.has(id)).toBe(true)
    }
    await run(sql`select advance_service_clock('90 seconds')`)
    for (let times = 0; times < 2; times += 1) {
      expect(await responseOf(bodies, id)).toContain('"status":"EXPIRED"')
      expect(await responseOf(bodies, id)).toBe(await asItIs(id))
    }
  },
)

test('a text whose record was read before its end is not given after it, whatever the version of its row', async () => {
  const { id } = await insertTestTransfer(db, partnerId, { status: 'QUOTED', validFor: 60 })
  const bodies = createResponseCache()
  const record = await db.reading(partnerId, (tx) => findTransfer(tx, partnerId, id))
  await run(sql`select advance_service_clock('90 seconds')`)
  if (record) bodies.textOf(record)
  expect(await responseOf(bodies, id)).toContain('"status":"EXPIRED"')
})

test('texts come in the order that was asked for; the oldest go first where there are too many', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) ids.push((await insertTestTransfer(db, partnerId)).id)
  const [length = 0] = await Promise.all(ids.map(async (id) => (await asItIs(id))?.length ?? 0))
  const bodies = createResponseCache(length * 2 + 10)
  const asked = ids.toReversed().map((id) => ({ id, kind: 'wallet' as const, print: '' }))
  const texts = await db.reading(partnerId, (tx) => bodies.textsOf(tx, partnerId, asked))
  expect(texts.map(String)).toEqual(await Promise.all(ids.toReversed().map(asItIs)))
  expect(ids.filter((id) => bodies.has(id))).toHaveLength(2)
})
