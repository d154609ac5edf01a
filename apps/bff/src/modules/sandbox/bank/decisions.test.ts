import { bankControls } from '@corridor/contract'
import type { Role } from '@corridor/domain'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { bankDesk, bankPath, payinPath } from '../../../../test/support/money/banks/desk.ts'
import { camt } from '../../../../test/support/money/banks/camt.ts'
import { openFunding } from '../../../../test/support/money/funding.ts'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { createBrowser, enrol } from '../../../../test/support/people/browser.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { codeOf, origin } from '../../../../test/support/people/staff.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { createServiceTime } from '../../../api/service-time.ts'
import { withClient } from '../../../db/server/server.ts'
import { joinPayment } from '../../../outside/bank/decisions-store.ts'
import { buildApp } from '../../../start/app.ts'
import { createTransferService } from '../../transfers/service.ts'
import { createWalletService } from '../../wallets/service.ts'

const bff = sharedBff()
const {
  anEntry,
  aside,
  auditOf,
  booking,
  deciding,
  depositsOf,
  german,
  getFunding,
  importing,
  messagesOf,
  notice,
  refusalOf,
  twice,
  waiting,
} = bankDesk(bff, 80_000)

describe('sandbox.decidePayment', () => {
  test('200: two payments are two deposits, and the audit log has who decided', async () => {
    const { entry, payment } = await twice()
    const answer = await deciding(payment.paymentId, 'PART')
    expect(answer.body.data).toMatchObject({ decision: 'PART' })
    const deposits = await depositsOf(entry)
    expect(deposits.map(({ depositId }) => depositId)).toContain(answer.body.data.depositId)
    expect(deposits).toHaveLength(2)
    expect(await waiting(entry)).toEqual([])
    expect(await auditOf(payment.paymentId)).toMatchObject([
      { action: 'bank_payment.part', actor_type: 'api_key', reason: 'The payer called.' },
    ])
  })

  test('200: as one payment the deposit has both messages', async () => {
    const { entry, payment } = await twice()
    const answer = await deciding(payment.paymentId, 'JOIN')
    const [deposit, ...more] = await depositsOf(entry)
    expect([answer.body.data.depositId, more]).toEqual([deposit?.depositId, []])
    const { body } = await messagesOf(deposit?.depositId)
    expect(body.data.data.map(({ joined }: AnyBody) => joined)).toEqual(['FIRST', 'DECIDED'])
  })

  test('404 RECORD_NOT_FOUND: of another partner, decided already, or a deposit', async () => {
    const { entry, payment } = await twice()
    const [deposit] = await depositsOf(entry)
    const booked = deposit?.depositReference
    const missing = [404, 'RECORD_NOT_FOUND']
    for (const decision of ['PART', 'JOIN']) {
      expect(refusalOf(await deciding(payment.paymentId, decision, bff.second))).toEqual(missing)
      expect(refusalOf(await deciding(booked, decision))).toEqual(missing)
    }
    expect(await waiting(entry)).toHaveLength(1)
    await deciding(payment.paymentId, 'JOIN')
    expect(refusalOf(await deciding(payment.paymentId, 'PART'))).toEqual(missing)
    expect(await depositsOf(entry)).toHaveLength(1)
  })

  test('422 ILLEGAL_TRANSITION: money of another partner is not joined, and not shown', async () => {
    const { entry, payment } = await twice()
    await bff.deps.db.asWorker(async (tx) => {
      await sql`
        insert into bank_payment (id, sha256, account, direction, minor, scale, currency, booked_on,
          facts, certain)
        select 'bp_of_nobody', sha256, account, direction, minor, scale, currency, booked_on, facts,
          certain from bank_payment where id = ${payment.paymentId}`.execute(tx)
      await sql`update bank_payment set likely_of = 'bp_of_nobody' where id = ${payment.paymentId}`.execute(
        tx,
      )
    })
    const [shown] = await waiting(entry)
    expect(shown?.likely).toBeUndefined()
    const refused = await deciding(payment.paymentId, 'JOIN')
    expect(refusalOf(refused)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await deciding(payment.paymentId, 'PART')).status).toBe(200)
    await bff.deps.db.asWorker((tx) =>
      sql`update bank_payment set state = 'JOINED' where id = 'bp_of_nobody'`.execute(tx),
    )
  })
})

test('a decision that a crash keeps from its answer: the repeat is answered as the first would be', async () => {
  const cut = vi.spyOn(bff.deps.faults, 'reach').mockImplementation((step) => {
    if (step === 'bank_decision') throw new Error('cut off')
    return undefined
  })
  const [parted, joined] = [await twice(), await twice()]
  const line = await aside()
  const key = (of: string) => ({ 'idempotency-key': `decision-${of}` })
  const sends = [
    () => deciding(parted.payment.paymentId, 'PART', bff.first, key('part')),
    () => deciding(joined.payment.paymentId, 'JOIN', bff.first, key('join')),
    () => booking(line.lineId, {}, bff.first, key('book')),
  ]
  for (const send of sends) expect((await send()).status).toBe(500)
  cut.mockRestore()
  const again = []
  for (const send of sends) again.push(await send())
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
  const deposits = [await depositsOf(parted.entry), await depositsOf(joined.entry)]
  expect(deposits.map((of) => of.length)).toEqual([2, 1])
  expect(deposits.flat().map(({ depositId }) => depositId)).toEqual(
    expect.arrayContaining(again.slice(0, 2).map(({ body }) => body.data.depositId)),
  )
  expect(again[2]?.body.data.depositId).toMatch(/^dep_/)
  for (const id of [parted.payment.paymentId, joined.payment.paymentId, line.lineId])
    expect(await auditOf(id)).toHaveLength(1)
  // What was decided otherwise, or by others, is no repeat.
  for (const [decision, partner] of [
    ['JOIN', bff.first],
    ['PART', bff.second],
  ] as const)
    expect(
      refusalOf(await deciding(parted.payment.paymentId, decision, partner, key('other'))),
    ).toEqual([404, 'RECORD_NOT_FOUND'])
})

describe('a thief', () => {
  test('decides at the same time as another: one decision counts', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { entry, payment } = await twice()
      const [part, join] = await Promise.all(
        ['PART', 'JOIN'].map((decision) => deciding(payment.paymentId, decision)),
      )
      expect([part?.status, join?.status].filter((status) => status === 404)).toHaveLength(1)
      expect(await depositsOf(entry)).toHaveLength(part?.status === 200 ? 2 : 1)
      expect(await auditOf(payment.paymentId)).toHaveLength(1)
    }
  })

  test('parts what the statement of the day has once: there is nothing to part', async () => {
    const { entry, payment } = await twice({ day: '2025-03-03' })
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-03-03</Dt></Dt></Bal>`
    const balances = balance('OPBD', '0.00') + balance('CLBD', entry.amount)
    const statement = camt('053', german(), [entry], { balances })
    expect((await importing(statement)).body.data).toMatchObject({ repeated: 1 })
    for (const decision of ['PART', 'JOIN'])
      expect(refusalOf(await deciding(payment.paymentId, decision))).toEqual([
        404,
        'RECORD_NOT_FOUND',
      ])
    expect(await depositsOf(entry)).toHaveLength(1)
  })

  test('sends a statement of a foreign account beside ours: of ours alone something is booked', async () => {
    const [theirs, ours] = [anEntry(), anEntry()]
    const foreign = { ...german(), accountNumber: 'DE02120300000000202051' }
    const part = (text: string) => /<Ntfctn>.*<\/Ntfctn>/s.exec(text)?.[0] ?? ''
    const [first, second] = [camt('054', foreign, [theirs]), notice(ours)]
    // In either order, and twice around.
    const text = first.replace('</Ntfctn>', `</Ntfctn>${part(second)}${part(first)}`)
    expect((await importing(text)).body.data).toMatchObject({ booked: 1, held: 0, setAside: 0 })
    expect(await depositsOf(theirs)).toEqual([])
    expect(await depositsOf(ours)).toHaveLength(1)
    expect(refusalOf(await importing(first))).toEqual([400, 'FIELD_INVALID'])
  })

  test('joins money for one customer into what another has: refused, and it waits on', async () => {
    const { entry, payment } = await twice()
    const other = await openFunding(bff, (await jurisdictionOf(bff, 'DE')).id)
    await importing(notice({ ...entry, payee: other.depositAccountInfo.bank_account_number }))
    const joins = await bff.deps.db.asWorker(async (tx) => {
      const rows = await tx
        .selectFrom('bank_payment as p')
        .innerJoin('bank_payment as held', 'held.minor', 'p.minor')
        .select(['p.id', 'p.facts'])
        .where('held.id', '=', payment.paymentId)
        .where('p.state', '=', 'BOOKED')
        .execute()
      const by = { name: 'thief', reason: 'mine' }
      const into = rows.map(({ id }) => id)
      const done = []
      for (const id of into) {
        const landed = JSON.stringify(rows.find((row) => row.id === id)?.facts)
        if (landed.includes(String(other.depositAccountInfo.bank_account_number).toUpperCase()))
          done.push(await joinPayment(tx, { id: payment.paymentId, into: id }, by))
      }
      return done
    })
    expect(joins).toEqual([false])
    expect(await waiting(entry)).toHaveLength(1)
  })
})

describe('who may', () => {
  const operations = (paymentId: string): [string, object][] => [
    [`${bankPath}/payment/${paymentId}/decision`, { decision: 'PART', reason: 'no' }],
    [`${bankPath}/file`, { name: 'a.xml', text: notice(anEntry()) }],
    [`${bankPath}/file/trial`, { name: 'a.xml', text: notice(anEntry()) }],
    [
      `${bankPath}/set-aside/bas_1/book`,
      {
        fundingAccountId: getFunding().fundingAccountId,
        amount: 1,
        bookedOn: '2026-11-19',
        payerName: 'Ada Payer',
        reason: 'no',
      },
    ],
    [`${bankPath}/set-aside/bas_1/dismiss`, { reason: 'no' }],
  ]
  const signedIn = async (role: Role, partner = bff.first) => {
    const link = await bff.access.createEnrolmentLink(partner.svcPartnerId, role)
    const browser = createBrowser(bff.instance.app.all)
    await enrol(browser, createAuthenticator(origin), link.ok ? link.value.enrolmentUrl : '')
    return browser
  }

  test('404 in live, for all of them: operations of a sandbox are not there', async () => {
    const deps = {
      ...bff.deps,
      config: { ...bff.deps.config, ENVIRONMENT: 'live' as const },
      metrics: new Registry(),
    }
    const services = { transfers: createTransferService(deps), wallets: createWalletService(deps) }
    const serviceTime = await createServiceTime(deps)
    const app = buildApp(deps, services, serviceTime, { isReady: () => true })
    const asked = Object.values(bankControls).map(({ method, path }) => [method, path] as const)
    for (const [method, path] of asked) {
      const answer = await app.all.request(path.replace(/\{\w+\}/, 'bp_1'), {
        method,
        headers: { 'x-api-token': bff.first.apiToken, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      const body = (await answer.json()) as { error: { code: string } }
      expect([path, answer.status, body.error.code]).toEqual([path, 404, 'PATH_NOT_FOUND'])
    }
    expect(asked).toHaveLength(8)
    app.closeStreams()
    serviceTime.stop()
  })

  test('a cookie without the right decides nothing: a viewer, another partner, a forged page, nobody', async () => {
    const { entry, payment } = await twice()
    const [viewer, owner, stranger] = [
      await signedIn('viewer'),
      await signedIn('owner'),
      await signedIn('owner', bff.second),
    ]
    expect((await viewer.get(`/bff${payinPath}/deposits/waiting`)).status).toBe(200)
    for (const [path, body] of operations(payment.paymentId)) {
      const answers = [
        await viewer.post(`/bff${path}`, body),
        await owner.post(`/bff${path}`, body, { 'x-requested-by': undefined }),
        await owner.post(`/bff${path}`, body, { origin: 'https://thief.example' }),
        await createBrowser(bff.instance.app.all).post(`/bff${path}`, body),
        // The cookie is for the dashboard alone.
        await owner.post(path, body),
      ]
      expect([path, ...answers.map((reply) => reply.status)]).toEqual([
        path,
        403,
        403,
        403,
        401,
        401,
      ])
      expect(codeOf(answers[0] ?? (await viewer.get('/')))).toBe('SCOPE_MISSING')
    }
    const onRecords = operations(payment.paymentId).filter(([path]) => !path.includes('/file'))
    for (const [path, body] of onRecords)
      expect((await stranger.post(`/bff${path}`, body)).status).toBe(404)
    expect(await waiting(entry)).toHaveLength(1)
  })

  test('401: a colleague who was removed', async () => {
    const { entry, payment } = await twice()
    const gone = await signedIn('owner')
    await withClient(bff.adminUrl, (admin) =>
      admin.query(
        'update member set removed_at = now() where id = (select member_id from staff_session order by created_at desc limit 1)',
      ),
    )
    for (const [path, body] of operations(payment.paymentId))
      expect([path, (await gone.post(`/bff${path}`, body)).status]).toEqual([path, 401])
    expect(await waiting(entry)).toHaveLength(1)
  })
})
