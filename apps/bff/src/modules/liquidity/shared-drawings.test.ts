import { formatId, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  detailOf,
  draw,
  drawBody,
  setLiquidity,
  until,
} from '../../../test/support/money/liquidity.ts'
import { ownBff } from '../../../test/support/process/bff.ts'
import type { Caller } from '../../api/request/caller.ts'
import { inGroup, ItemsFailed } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import { findLine } from '../../records/liquidity/line-store.ts'
import { initiate } from './drawings/initiate.ts'

const bff = ownBff()
let partnerId: string
beforeAll(async () => {
  partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  // Opens the line.
  await draw(bff, { amount: 1 })
})
afterEach(() => expectConsistent(bff))

const lineNow = () => bff.deps.db.withPartner(partnerId, (tx) => findLine(tx, partnerId))

type Body = Parameters<typeof initiate>[3]
const asked = (amount: number): Body => drawBody({ amount, metadata: {} }) as Body

async function drawn(tx: Tx, body: Body) {
  const caller = {
    partnerId,
    svcPartnerId: bff.first.svcPartnerId,
    actor: { type: 'api_key', id: 'key_test' },
    requestId: 'shared',
  } as Caller
  const made = await initiate(tx, bff.deps, caller, body, undefined)
  if (!made.ok) throw new Error(made.failure.code)
  return made.value.row
}

/** In one transaction, as calls of the API that come at one moment. */
const drawTogether = (bodies: readonly Body[]) =>
  bff.deps.db.withPartner(partnerId, (tx) => inGroup(tx, bodies, drawn, { isShared: true }))

/** An amount in the line's smallest units. */
const minor = (amount: number) => BigInt(amount) * 1_000_000n

test('drawings that share a transaction lock their line once, and each counts', async () => {
  const before = await lineNow()
  const rows = await drawTogether([asked(3), asked(5), asked(7)])
  const after = await lineNow()
  expect([after?.borrowed, after?.used_today, after?.transactions]).toEqual([
    (before?.borrowed ?? 0n) + minor(15),
    (before?.used_today ?? 0n) + minor(15),
    (before?.transactions ?? 0) + 3,
  ])
  expect(after?.largest_today).toBe(minor(7))
  const { rows: found } = await bff.deps.db.asWorker((tx) =>
    sql<{ count: number }>`select count(distinct xmin::text)::int as count
      from liquidity_transaction where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx),
  )
  expect(found).toEqual([{ count: 1 }])
  bff.deps.wake.notify('liquidity')
  for (const { id } of rows)
    await until(async () => {
      const data = await detailOf(bff, formatId('ltx', id))
      return data?.status === 'DISBURSED' ? data : undefined
    })
})

test('each decides about what those before it have left', async () => {
  const line = await lineNow()
  const left = 10
  const used = Number((line?.used_today ?? 0n) / minor(1))
  await setLiquidity(bff, bff.first, { dailyLimit: used + left })
  const bodies = [asked(4), asked(4), asked(4), asked(2)]
  const refused: unknown = await drawTogether(bodies).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ItemsFailed)
  const { failures } = refused as ItemsFailed
  expect([...failures].map(([at, error]) => [at, (error as Error).message])).toEqual([
    [2, 'LIMIT_DAILY'],
  ])
  expect((await lineNow())?.used_today).toBe(line?.used_today)

  // As calls they are tried again without the one that is refused.
  const answers = await Promise.all([4, 4, 4, 4].map((amount) => draw(bff, { amount })))
  const codes = answers.map(({ status, body }) => body.error?.code ?? status)
  expect(codes.filter((code) => code === 200)).toHaveLength(2)
  expect(codes.filter((code) => code === 'LIMIT_DAILY')).toHaveLength(2)
  expect((await lineNow())?.used_today).toBe((line?.used_today ?? 0n) + minor(8))
})
