import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { paidIn, started } from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution,
} from '../../../../test/support/money/ordinary-site.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { aMember } from '../../../../test/support/people/acting.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { maskedName } from './tracked.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const pathOf = (executionId: string, linkId?: string) =>
  `${transferPath}/${executionId}/tracking${linkId ? `/${linkId}` : ''}`
const share = (executionId: string, body: object = {}) => bff.post(pathOf(executionId), body)
const tokenIn = ({ url }: { url: string }) => url.split('/').at(-1) ?? ''
const look = (token: string) => bff.send(`/bff/tracking/${token}`, { token: '' })
const aTransfer = async (): Promise<string> =>
  (await started(bff, site.germany, site.spain)).executionId

describe('transfers.shareTracking', () => {
  test('200: a link that follows the transfer, without ids, accounts and whole names', async () => {
    const executionId = await aTransfer()
    const made = await share(executionId)
    expect(made.status).toBe(200)
    const token = tokenIn(made.body.data)
    expect(token.length).toBeGreaterThanOrEqual(52)
    const days = Date.parse(made.body.data.expiresAt) - Date.parse(made.body.data.createdAt)
    expect(days).toBe(7 * 24 * 3_600_000)
    const waiting = await look(token)
    expect(waiting.status).toBe(200)
    expect(waiting.body).toMatchObject({
      environment: 'sandbox',
      state: 'waiting',
      amountIn: { value: '100', currency: 'EUR' },
      payeePlace: 'Spain',
      steps: [
        { key: 'received', state: 'current' },
        { key: 'processed', state: 'todo' },
        { key: 'sent', state: 'todo' },
        { key: 'arrived', state: 'todo' },
      ],
    })
    expect(waiting.body).not.toHaveProperty('uetr')
    await paidIn(bff, executionId)
    const record = await until(bff, executionId, 'COMPLETED')
    const arrived = await look(token)
    expect(arrived.body.state).toBe('arrived')
    const { data } = (await bff.get(`${transferPath}/${executionId}/timeline`)).body
    expect(data.payouts).toMatchObject([
      { step: 'payout_submitted', attempt: 1, status: 'CONFIRMED', uetr: arrived.body.uetr },
    ])
    expect(arrived.body.uetr).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    for (const { state, at } of arrived.body.steps)
      expect([state, Date.parse(at)]).toEqual(['done', expect.any(Number)])
    const text = JSON.stringify(arrived.body)
    const { from, to } = record
    for (const secret of [
      record.executionId,
      record.transactionId,
      from.entityId,
      from.accountId,
      to.accountId,
      from.fullName,
      to.fullName,
      from.email,
      to.account.bankIban,
      ...from.fullName.split(' '),
    ])
      expect(text).not.toContain(secret)
    expect(Object.fromEntries(arrived.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('200: what is checked looks like any other work; what goes back says so', async () => {
    const executionId = await aTransfer()
    const { body } = await share(executionId)
    await paidIn(bff, executionId, { amount: 60 })
    const held = await look(tokenIn(body.data))
    expect(held.body).toMatchObject({
      state: 'moving',
      expectedAt: expect.any(String),
      bankTimeZone: 'Europe/Berlin',
    })
    expect(JSON.stringify(held.body)).not.toMatch(/review|check|hold|held|FUNDING/i)
    await bff.post(`${transferPath}/${executionId}/resolve`, { action: 'RETURN' })
    await until(bff, executionId, 'REFUNDED')
    const back = await look(tokenIn(body.data))
    expect([back.body.state, back.body.steps.map(({ key }: AnyBody) => key)]).toEqual([
      'returned',
      ['received', 'returning', 'returned'],
    ])
  })

  test('the token is stored nowhere: not in the link, the audit log or a kept answer', async () => {
    const executionId = await aTransfer()
    const headers = { 'idempotency-key': bff.deps.ids.uuid() }
    const made = await bff.post(pathOf(executionId), {}, headers)
    const token = tokenIn(made.body.data)
    const stored = await bff.deps.db.asWorker(async (tx) => [
      await tx.selectFrom('tracking_link').selectAll().execute(),
      await tx.selectFrom('audit').selectAll().execute(),
      await tx.selectFrom('idempotency_key').selectAll().execute(),
    ])
    const text = JSON.stringify(stored, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(text).toContain('transfer.share_tracking')
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token).toString('base64'))
    const again = await bff.post(pathOf(executionId), {}, headers)
    expect(tokenIn(again.body.data)).not.toBe(token)
  })

  test('400: fewer than one day, more than 30; 422: more open links than anybody needs', async () => {
    const executionId = await aTransfer()
    for (const expiresInDays of [0, 31, 1.5])
      expect(codeOf(await share(executionId, { expiresInDays }))).toEqual([400, 'FIELD_INVALID'])
    for (let i = 0; i < 20; i++) expect((await share(executionId)).status).toBe(200)
    expect(codeOf(await share(executionId))).toEqual([422, 'POLICY_BLOCKED'])
  })

  test('403: a viewer shares and revokes nothing, and reads who does', async () => {
    const executionId = await aTransfer()
    const maker = await aMember(bff, 'operations')
    const { body } = await maker.post(pathOf(executionId), {})
    const viewer = await aMember(bff, 'viewer')
    expect(codeOf(await viewer.post(pathOf(executionId), {}))).toEqual([403, 'SCOPE_MISSING'])
    const revoked = await viewer.send('DELETE', pathOf(executionId, body.data.linkId))
    expect(codeOf(revoked)).toEqual([403, 'SCOPE_MISSING'])
    const listed = await viewer.get(pathOf(executionId))
    expect(listed.body.data[0].createdBy.name).toMatch(/^operations /)
    expect(JSON.stringify(listed.body)).not.toContain(tokenIn(body.data))
    // The link is the customer's: it outlives the member who made it.
    await maker.remove()
    expect((await look(tokenIn(body.data))).status).toBe(200)
  })
})

describe('transfers.trackingLinks and transfers.revokeTracking', () => {
  test('200: listed newest first until revoked; a revoked one shows what an unknown one does', async () => {
    const executionId = await aTransfer()
    const first = await share(executionId)
    const second = await share(executionId, { expiresInDays: 1 })
    const ids = async () =>
      (await bff.get(pathOf(executionId))).body.data.map(({ linkId }: AnyBody) => linkId)
    expect(await ids()).toEqual([second.body.data.linkId, first.body.data.linkId])
    const revoke = () => bff.send(pathOf(executionId, first.body.data.linkId), { method: 'DELETE' })
    expect((await revoke()).status).toBe(200)
    expect(codeOf(await revoke())).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(await ids()).toEqual([second.body.data.linkId])
    const refused = [await look(tokenIn(first.body.data)), await look('unknown')]
    const days = sql`interval '2 days'`
    await bff.deps.db.asWorker((tx) =>
      sql`update tracking_link set created_at = created_at - ${days}, expires_at = expires_at - ${days}`.execute(
        tx,
      ),
    )
    refused.push(await look(tokenIn(second.body.data)))
    expect(await ids()).toEqual([])
    for (const { status, body } of refused)
      expect([status, body.message, body.error.code]).toEqual([
        404,
        'This link is not valid, or no longer.',
        'RECORD_NOT_FOUND',
      ])
  })

  test('404: another partner’s transfer, another transfer’s link, an unknown one', async () => {
    const [executionId, other] = [await aTransfer(), await aTransfer()]
    const { body } = await share(executionId)
    const { linkId } = body.data
    const remove = (path: string, partner = bff.first) =>
      bff.send(path, { method: 'DELETE', token: partner.apiToken })
    for (const got of [
      await share(unknownExecution),
      // The id of another kind of transfer.
      await share(executionId.replace('exec_', 'cexec-')),
      await bff.post(pathOf(executionId), {}, {}, bff.second),
      await bff.get(pathOf(executionId), bff.second),
      await bff.get(pathOf(unknownExecution)),
      await remove(pathOf(executionId, linkId), bff.second),
      await remove(pathOf(unknownExecution, linkId)),
    ])
      expect(codeOf(got)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    for (const got of [
      await remove(pathOf(other, linkId)),
      await remove(pathOf(executionId, 'link_x')),
    ])
      expect(codeOf(got)).toEqual([404, 'RECORD_NOT_FOUND'])
    expect((await look(tokenIn(body.data))).status).toBe(200)
  })
})

test.each([
  ['Lena Hofmann', 'L*** H***'],
  ['Aurora', 'A***'],
  ['  (Fjordlys) Trading AS Holding ', 'F*** T*** A***'],
  ['李 小龙', '李*** 小***'],
  ['', '***'],
])('the name %s is shown as %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
