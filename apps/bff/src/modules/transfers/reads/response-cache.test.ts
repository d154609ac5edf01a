import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../../../test/support/database/database.ts'
import { insertPartner } from '../../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../../test/support/money/transfers.ts'
import { readSelection } from '../../../api/request/selection.ts'
import { createResponseCache } from './response-cache.ts'
import { findPrint, findTransfer } from '../../../records/transfers/store.ts'
import { transferBody } from './view.ts'

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

/** The response to a reader: by print, and by the whole record where that is new. */
const responseOf = (bodies: ReturnType<typeof createResponseCache>, id: string) =>
  db.reading(partnerId, async (tx) => {
    const print = await findPrint(tx, partnerId, id)
    return print ? (await bodies.textsOf(tx, partnerId, [print]))[0] : undefined
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
  const bodies = createResponseCache()
  const changes = [
    sql`update transfer set reference = 'INV-7' where id = ${id}`,
    sql`update transfer_step set error = 'said again' where transfer_id = ${id} and ordinal = 1`,
    sql`update transfer_step set attempt = attempt + 1 where transfer_id = ${id} and ordinal = 2`,
    sql`update transfer set refund_of = ${id} where id = ${other}`,
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

test('a partial response is of the current record, of that selection, and counts towards the cache size', async () => {
  const { id } = await insertTestTransfer(db, partnerId)
  const whole = (await asItIs(id)) ?? ''
  const bodies = createResponseCache(whole.length + 60)
  const [small, large] = [readSelection('reference'), readSelection('from,to,details')]
  const partBy = (selection: typeof small) =>
    db.reading(partnerId, async (tx) => {
      const print = await findPrint(tx, partnerId, id)
      return print && (await bodies.textsOf(tx, partnerId, [print], selection))[0]
    })
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

test('what ends by time alone is never kept: an open quote expires', async () => {
  const { id } = await insertTestTransfer(db, partnerId, { status: 'QUOTED', validFor: 60 })
  const bodies = createResponseCache()
  expect(await responseOf(bodies, id)).toContain('"status":"QUOTED"')
  expect(bodies.has(id)).toBe(false)
  await run(sql`select advance_service_clock('90 seconds')`)
  expect(await responseOf(bodies, id)).toContain('"status":"EXPIRED"')
})

test('texts come in the order that was asked for; the oldest go first where there are too many', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) ids.push((await insertTestTransfer(db, partnerId)).id)
  const [length = 0] = await Promise.all(ids.map(async (id) => (await asItIs(id))?.length ?? 0))
  const bodies = createResponseCache(length * 2 + 10)
  const asked = ids.toReversed().map((id) => ({ id, kind: 'wallet' as const, print: '' }))
  const texts = await db.reading(partnerId, (tx) => bodies.textsOf(tx, partnerId, asked))
  expect(texts).toEqual(await Promise.all(ids.toReversed().map(asItIs)))
  expect(ids.filter((id) => bodies.has(id))).toHaveLength(2)
})
