import { formatId, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countryId, externalBase as base } from '../../../../test/support/money/accounts.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { accountIn } from '../../../../test/support/money/ordinary.ts'
import { paidIn, started } from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { makeEntity, until } from '../../../../test/support/money/wallets.ts'
import { decideAbout, operator, reviewAbout } from '../../../../test/support/people/operator.ts'
import { aPdf } from '../../../../test/support/people/kyc.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { createAdding } from '../external/adding.ts'
import { enableClear, relinkAccount } from '../external/claims.ts'
import { lockAccount } from '../external/store.ts'

const bff = sharedBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const stranger = { accountHolder: { name: 'Mallory Stranger', type: 'individual' } }
const read = async (id: string): Promise<AnyBody> => (await bff.get(`${base}/${id}`)).body.data
const start = (id: string, method: string, more: object = {}) =>
  bff.post(`${base}/${id}/proof`, { method, ...more })

describe('accounts.disable of a number that is fraud', () => {
  const numbered = (iban: string, name = 'Grace Payee') => ({
    ownership: 'THIRD_PARTY',
    accountHolder: { name, type: 'individual', address: { city: 'Berlin', country: 'DE' } },
    account: { iban },
  })
  const stop = (accountId: string, of = bff.first) =>
    bff.post(`${base}/disable`, { accountId, isFraud: true }, {}, of)
  const seen = async (id: string, of = bff.first): Promise<AnyBody> =>
    (await bff.get(`${base}/${id}`, of)).body.data
  const becomes = (id: string, state: object, of = bff.first) =>
    expect.poll(() => seen(id, of), { timeout: 15_000 }).toMatchObject(state)
  const held = { status: 'PENDING_VERIFICATION', statusReason: 'RISK' }
  const enabled = { status: 'ENABLED' }
  const disabled = { status: 'DISABLED', statusReason: 'RISK' }

  test('stays stopped under another spelling, for other customers and other partners, until the operator decides once for all', async () => {
    const payee = (name: string) => numbered('DE02500105170137075030', name)
    const [customer, second] = [await makeEntity(bff), await makeEntity(bff)]
    const first = await accountIn(bff, customer, 'DE', payee('Grace Payee'))
    const elsewhere = await accountIn(bff, second, 'DE', payee('Grace Payee'))
    expect((await stop(first)).body.data.status).toBe('DISABLED')
    expect(await read(elsewhere)).toMatchObject(disabled)
    const foreign = await makeEntity(bff, bff.second)
    const added = [
      await accountIn(bff, customer, 'DE', payee('G. Payee')),
      await accountIn(bff, second, 'DE', payee('Grace M. Payee')),
    ]
    const atSecond = await accountIn(bff, foreign, 'DE', payee('Grace Payee'), bff.second)
    for (const id of added) expect(await read(id)).toMatchObject(held)
    expect(await seen(atSecond, bff.second)).toMatchObject(held)
    for (const accountId of [first, elsewhere])
      expect(codeOf(await bff.post(`${base}/enable`, { accountId }))).toEqual([
        422,
        'ILLEGAL_TRANSITION',
      ])
    await decideAbout(bff, first)
    for (const id of [first, elsewhere]) expect(await read(id)).toMatchObject(enabled)
    // What is new goes on once the lists were asked again.
    for (const id of added) await becomes(id, enabled)
    await becomes(atSecond, enabled, bff.second)
  })

  test('at another partner the account stays, and what is ordered waits, until the operator decides about the number', async () => {
    const payee = numbered('DE88100900001234567892')
    const foreign = await makeEntity(bff, bff.second)
    const { entityId } = site.spain
    const theirs = await accountIn(bff, entityId, 'DE', payee)
    const mine = await accountIn(bff, foreign, 'DE', payee, bff.second)
    const { executionId } = await started(bff, site.germany, { entityId, accountId: theirs })
    await stop(mine, bff.second)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'IN_REVIEW')
    expect(await read(theirs)).toMatchObject(enabled)
    await decideAbout(bff, mine)
    await until(bff, executionId, 'COMPLETED')
    expect(await seen(mine, bff.second)).toMatchObject(enabled)

    // Of an account of before the job makes the key; whoever stopped it may have deleted theirs.
    const ids = [parseId('acc', theirs)]
    const hashOf = () =>
      bff.deps.db.asWorker((tx) =>
        sql<{ number_hash: string | null }>`select number_hash from external_account
          where id = any(${ids}::uuid[])`.execute(tx),
      )
    const before = await hashOf()
    await bff.deps.db.asWorker((tx) =>
      sql`update external_account set number_hash = null
        where id = any(${ids}::uuid[])`.execute(tx),
    )
    await stop(mine, bff.second)
    await bff.send(`${base}/${mine}`, {
      method: 'DELETE',
      token: bff.second.apiToken,
    })
    bff.deps.wake.notify('sweep')
    await decideAbout(bff, theirs, 'reject')
    expect(await read(theirs)).toMatchObject(disabled)
    expect((await hashOf()).rows).toEqual(before.rows)
    // What was confirmed can be decided otherwise: its partner asks by enabling it.
    const enabling = await bff.post(`${base}/enable`, { accountId: theirs })
    expect(codeOf(enabling)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await decideAbout(bff, theirs)
    expect(await read(theirs)).toMatchObject(enabled)
    const again = await accountIn(bff, foreign, 'DE', payee, bff.second)
    const why = ['--reason', 'Its bank says so.']
    expect(await operator(bff, 'account', 'stop', '--account', theirs, ...why)).toMatchObject({
      status: 'DISABLED',
    })
    await becomes(again, disabled, bff.second)
  })

  test('whatever meets the stop waits for the operator: what is proved, looked up, or connected again', async () => {
    const iban = 'DE78500105178787878788'
    const customers = [await makeEntity(bff), await makeEntity(bff), await makeEntity(bff)]
    const [mine, other, linked] = customers as [string, string, string]
    const proved = await accountIn(bff, mine, 'DE', { ...stranger, account: { iban } })
    await start(proved, 'DOCUMENT', { documents: [aPdf('statement')] })
    const looked = await accountIn(bff, other, 'DE', numbered(iban))
    const broken = await accountIn(bff, linked, 'DE', numbered(iban))
    const foreign = await makeEntity(bff, bff.second)
    const stopped = await accountIn(bff, foreign, 'DE', numbered(iban), bff.second)
    await stop(stopped, bff.second)
    await decideAbout(bff, proved)
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const by = { partnerId, actor: { type: 'service', id: 'test' }, requestId: '' } as const
    await bff.deps.db.asWorker(async (tx) => {
      const ids = [looked, broken].map((id) => parseId('acc', id) ?? '') as [string, string]
      await sql`update external_account set status = 'PENDING_VERIFICATION',
        status_reason = 'SCREENING' where id = ${ids[0]}`.execute(tx)
      await sql`update external_account set status = 'NEEDS_RELINK' where id = ${ids[1]}`.execute(
        tx,
      )
      const rows = await Promise.all(ids.map((id) => lockAccount(tx, partnerId, id)))
      if (rows[0]) await enableClear(tx, by, rows[0])
      if (rows[1]) await relinkAccount(tx, by, rows[1])
    })
    const waiting = [proved, looked, broken]
    for (const id of waiting) {
      expect(await read(id)).toMatchObject({ statusReason: 'RISK' })
      expect(await reviewAbout(bff, id)).toMatchObject({ reason: 'NUMBER_STOPPED' })
    }
    await decideAbout(bff, broken)
    for (const id of waiting) await becomes(id, enabled)
  })

  test('waits for whoever adds the number meanwhile', async () => {
    const payee = numbered('DE27100777770209299700')
    const first = await accountIn(bff, await makeEntity(bff), 'DE', payee)
    const entityId = await makeEntity(bff)
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const caller = { partnerId, actor: { type: 'api_key', id: 'test' }, requestId: '' } as const
    const adding = createAdding(bff.deps)
    const jurisdictionId = await countryId(bff, 'DE')
    const input = { ...payee, type: 'BANK', ownership: 'THIRD_PARTY', entityId, jurisdictionId }
    const body = input as Parameters<typeof adding.add>[2]
    const asked = await adding.prepare(partnerId, body)
    const countHeld = async () => {
      const { rows } = await bff.deps.db.asWorker((tx) =>
        sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(tx),
      )
      return rows.length
    }
    async function untilHeld() {
      await expect.poll(countHeld, { timeout: 15_000 }).toBeGreaterThan(0)
    }
    let stopping: Promise<unknown> = Promise.resolve()
    const added = await bff.deps.db.withPartner(partnerId, async (tx) => {
      const made = await adding.add(tx, caller, body, asked)
      stopping = stop(first)
      await Promise.race([stopping, untilHeld()])
      return made
    })
    await stopping
    const id = added.ok ? formatId('acc', added.value.row.id) : ''
    expect(added.ok && added.value.row.status).toBe('ENABLED')
    expect(await read(id)).toMatchObject(disabled)
  })

  test('422: a partner has so many a day about which the operator has not decided', async () => {
    const foreign = await makeEntity(bff, bff.second)
    const payee = numbered('DE91100000000123456789')
    const accountId = await accountIn(bff, foreign, 'DE', payee, bff.second)
    const partnerId = parseId('par', bff.second.svcPartnerId) ?? ''
    await bff.deps.db.asWorker((tx) =>
      sql`insert into stopped_number (partner_id, number_fingerprint, stopped_at)
        select ${partnerId}, 'one of many ' || n, service_now()
        from generate_series(1, 20) as n`.execute(tx),
    )
    expect(codeOf(await stop(accountId, bff.second))).toEqual([422, 'LIMIT_DAILY'])
    expect(await seen(accountId, bff.second)).toMatchObject(enabled)
    await bff.deps.db.asWorker((tx) =>
      sql`update stopped_number set confirmed_at = service_now()
        where number_fingerprint = 'one of many 1'`.execute(tx),
    )
    expect((await stop(accountId, bff.second)).status).toBe(200)
  })
})
