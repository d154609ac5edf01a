import { bankControls } from '@corridor/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { camt, type CamtEntry } from '../../../../test/support/money/camt.ts'
import { openFunding } from '../../../../test/support/money/funding.ts'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { createBrowser, enrol } from '../../../../test/support/people/browser.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { codeOf, origin } from '../../../../test/support/people/staff.ts'
import { type AnyBody, type Got, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()
const bankPath = '/api/v1/sandbox/bank'
const payinPath = '/api/v1/xfer/payin'
let funding: AnyBody
let germany: string
beforeAll(async () => {
  germany = (await jurisdictionOf(bff, 'DE')).id
  funding = await openFunding(bff, germany)
})

const numberOf = ({ depositAccountInfo }: AnyBody): string => depositAccountInfo.bank_account_number
const german = () => {
  const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!found) throw new Error('no account')
  return found
}

let amount = 70_000
/** An entry with an amount that no other test has. */
function anEntry(change: Partial<CamtEntry> = {}): CamtEntry {
  amount += 1
  const day = '2026-11-19'
  return { amount: (amount / 100).toFixed(2), day, payee: numberOf(funding), ...change }
}
const notice = (...entries: CamtEntry[]) => camt('054', german(), entries)
const importing = (text: string, partner = bff.first) =>
  bff.post(`${bankPath}/file`, { name: 'notice.xml', text }, {}, partner)
const trying = (text: string, partner = bff.first) =>
  bff.post(`${bankPath}/file/trial`, { name: 'notice.xml', text }, {}, partner)
const refusalOf = ({ status, body }: Got) => [status, body.error?.code]

const waiting = async (of: CamtEntry, partner = bff.first): Promise<AnyBody[]> => {
  const { body } = await bff.get(`${payinPath}/deposits/waiting`, partner)
  const { payments } = body.data.data
  return payments.filter((payment: AnyBody) => payment.amount.amount === Number(of.amount))
}
const depositsOf = async (of: CamtEntry): Promise<AnyBody[]> => {
  const { body } = await bff.get(`${payinPath}/deposits?limit=200`)
  return body.data.data.filter((item: AnyBody) => item.amountIn.amount === Number(of.amount))
}
const messagesOf = (depositId: string, partner = bff.first) =>
  bff.get(`${payinPath}/deposit/${depositId}/messages`, partner)
const deciding = (paymentId: string, decision: string, partner = bff.first) =>
  bff.post(
    `${bankPath}/payment/${paymentId}/decision`,
    { decision, reason: 'The payer called.' },
    {},
    partner,
  )
const auditOf = async (object: string): Promise<AnyBody[]> =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'actor_type', 'reason', 'partner_id'])
      .where('object_id', '=', object)
      .execute(),
  )

/** The same money in two messages that only look alike. */
async function twice(change: Partial<CamtEntry> = {}) {
  const entry = anEntry(change)
  await importing(notice(entry))
  await importing(notice(entry))
  const [payment, ...more] = await waiting(entry)
  expect(more).toEqual([])
  return { entry, payment: payment ?? {} }
}

describe('payinRoutes.depositMessages', () => {
  test('200: what each message has, and how it was joined', async () => {
    const entry = anEntry({ endToEndId: 'E-DASH-1', reference: 'N-1', text: 'INV 9' })
    expect((await importing(notice(entry))).body.data).toMatchObject({
      kind: 'camt.054',
      isKnown: false,
      booked: 1,
      held: 0,
    })
    await importing(camt('052', german(), [{ ...entry, payer: 'ADA PAYER', reference: 'S-1' }]))
    const [deposit] = await depositsOf(entry)
    const { body } = await messagesOf(deposit?.depositId)
    expect(body.data.data).toMatchObject([
      {
        kind: 'camt.054',
        line: 1,
        bookedOn: entry.day,
        amount: { amount: Number(entry.amount), currency: 'EUR' },
        payer: { name: 'Ada Payer', accountMasked: '••••6199' },
        text: 'INV 9',
        endToEndId: 'E-DASH-1',
        bankReference: 'N-1',
        joined: 'FIRST',
      },
      { kind: 'camt.052', payer: { name: 'ADA PAYER' }, bankReference: 'S-1', joined: 'CERTAIN' },
    ])
  })

  test('404 RECORD_NOT_FOUND: another partner’s deposit as one that is nobody’s', async () => {
    const entry = anEntry()
    await importing(notice(entry))
    const [deposit] = await depositsOf(entry)
    const foreign = await messagesOf(deposit?.depositId, bff.second)
    const unknown = await messagesOf('dep_01h455vb4pex5vsknk084sn02q')
    expect([foreign, unknown].map(refusalOf)).toEqual([
      [404, 'RECORD_NOT_FOUND'],
      [404, 'RECORD_NOT_FOUND'],
    ])
    expect(foreign.body.message).toBe(unknown.body.message)
  })
})

describe('payinRoutes.listWaiting', () => {
  test('200: money of the partner alone, beside what it may be once more', async () => {
    const { entry, payment } = await twice()
    const [deposit] = await depositsOf(entry)
    expect(payment).toMatchObject({
      reason: 'PERHAPS_REPEATED',
      fundingAccountId: funding.fundingAccountId,
      bookedOn: entry.day,
      messages: [{ kind: 'camt.054', joined: 'HELD' }],
      likely: { depositId: deposit?.depositId, messages: [{ joined: 'FIRST' }] },
    })
    expect(await waiting(entry, bff.second)).toEqual([])
  })
})

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

test('sandbox.bankAccounts 200: the accounts that a file may be about', async () => {
  const { countryCode, currency, routingNumber, accountNumber } = german()
  const { body } = await bff.get(`${bankPath}/account`)
  expect(body.data).toContainEqual({ countryCode, currency, routingNumber, accountNumber })
})

describe('sandbox.tryBankFile', () => {
  test('200: line by line what would happen, and nothing did', async () => {
    const [known, fresh] = [anEntry({ endToEndId: 'E-TRY-1' }), anEntry()]
    const nobody = anEntry({ payee: undefined })
    await importing(notice(known))
    const lines = [known, fresh, nobody, anEntry({ amount: '-3.00', isDebit: true })]
    const { body } = await trying(notice(...lines))
    expect(body.data).toMatchObject({ kind: 'camt.054', isKnown: false })
    const [deposit] = await depositsOf(known)
    expect(body.data.lines).toMatchObject([
      { line: 1, outcome: 'KNOWN', reason: 'SAME_IDS', depositId: deposit?.depositId },
      {
        outcome: 'CREDITED',
        reason: 'ON_ACCOUNT',
        fundingAccountId: funding.fundingAccountId,
        payerName: 'Ada Payer',
      },
      { outcome: 'SUSPENSE', reason: 'NOBODY_NAMED', fundingAccountId: '' },
    ])
    expect(body.data.setAside).toMatchObject([{ line: 4 }])
    expect(await depositsOf(fresh)).toEqual([])
    expect((await bff.get(`${bankPath}/set-aside`)).body.data).toEqual([])
  })

  test('200: of others’ money a partner sees what becomes of it, and no detail', async () => {
    const entry = anEntry({ text: 'secret' })
    const { body } = await trying(notice(entry), bff.second)
    expect(body.data.lines).toEqual([
      {
        line: 1,
        part: 0,
        outcome: 'CREDITED',
        reason: 'OF_OTHERS',
        payerName: '',
        text: '',
        fundingAccountId: '',
        executionId: '',
        depositId: '',
      },
    ])
  })

  test('400 FIELD_INVALID: no file of a bank, with the reason', async () => {
    const refused = await trying('hello')
    expect(refusalOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].message).toMatch(/./)
  })
})

describe('sandbox.importBankFile', () => {
  test('400 FIELD_INVALID: a file about money of another partner books nothing', async () => {
    const [own, entry] = [anEntry({ payee: undefined }), anEntry()]
    const refused = await importing(notice(own, entry), bff.second)
    expect(refusalOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(await depositsOf(entry)).toEqual([])
    expect(refusalOf(await importing('<Document/>'))).toEqual([400, 'FIELD_INVALID'])
  })

  test('200: the same file once more does nothing', async () => {
    const entry = anEntry()
    const text = notice(entry)
    await importing(text)
    expect((await importing(text)).body.data).toMatchObject({ isKnown: true })
    expect(await depositsOf(entry)).toHaveLength(1)
  })
})

const setAside = async (partner = bff.first): Promise<AnyBody[]> =>
  (await bff.get(`${bankPath}/set-aside`, partner)).body.data
/** A line that cannot be read, of a file of its own. */
async function aside(): Promise<AnyBody> {
  const text = notice(anEntry({ amount: '12.345' }))
  expect((await importing(text)).body.data).toMatchObject({ booked: 0, setAside: 1 })
  const found = await setAside()
  return found.at(-1) ?? {}
}
const booking = (lineId: string, change: object = {}, partner = bff.first) =>
  bff.post(
    `${bankPath}/set-aside/${lineId}/book`,
    {
      fundingAccountId: funding.fundingAccountId,
      amount: 12.34,
      bookedOn: '2026-11-19',
      payerName: 'Ada Payer',
      text: 'INV 11',
      reason: 'The bank confirmed it.',
      ...change,
    },
    {},
    partner,
  )

describe('sandbox.bookSetAside, sandbox.listSetAside, sandbox.dismissSetAside', () => {
  test('200: a line that could not be read becomes a deposit, once', async () => {
    const line = await aside()
    expect(line).toMatchObject({
      kind: 'camt.054',
      fileName: 'notice.xml',
      line: 1,
      reason: expect.stringMatching(/./),
      source: expect.stringContaining('12.345'),
      currency: 'EUR',
    })
    const { body } = await booking(line.lineId)
    const { data } = (await bff.get(`${payinPath}/deposits?q=${body.data.depositId}`)).body.data
    expect(data).toMatchObject([
      {
        amountIn: { amount: 12.34, currency: 'EUR' },
        fundingAccountId: funding.fundingAccountId,
        sender: { name: 'Ada Payer', reference: 'INV 11' },
      },
    ])
    const { data: messages } = (await messagesOf(body.data.depositId)).body.data
    expect(messages).toMatchObject([{ joined: 'DECIDED', text: '' }])
    expect(await setAside()).toEqual([])
    expect(refusalOf(await booking(line.lineId))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(await auditOf(line.lineId)).toMatchObject([
      { action: 'bank_line.book', reason: 'The bank confirmed it.' },
    ])
  })

  test('404: another partner neither sees nor books it, nor onto an account of others', async () => {
    const line = await aside()
    expect(await setAside(bff.second)).toEqual([])
    const foreign = await booking(line.lineId, {}, bff.second)
    expect(refusalOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
    const away = await bff.post(
      `${bankPath}/set-aside/${line.lineId}/dismiss`,
      { reason: 'mine' },
      {},
      bff.second,
    )
    expect(refusalOf(away)).toEqual([404, 'RECORD_NOT_FOUND'])
    const fundingAccountId = 'fund_01h455vb4pex5vsknk084sn02q'
    expect(refusalOf(await booking(line.lineId, { fundingAccountId }))).toEqual([
      404,
      'FUNDING_ACCOUNT_NOT_FOUND',
    ])
    const refused = await Promise.all(
      [{ amount: 1.234 }, { bookedOn: '2999-01-01' }].map((change) => booking(line.lineId, change)),
    )
    expect(refused.map(({ body }) => body.error.code)).toEqual([
      'AMOUNT_PRECISION',
      'FIELD_INVALID',
    ])
    const put = await bff.post(`${bankPath}/set-aside/${line.lineId}/dismiss`, {
      reason: 'A test.',
    })
    expect(put.body.data).toEqual({ lineId: line.lineId })
    expect(await setAside()).toEqual([])
  })
})

describe('who may', () => {
  test('nobody in live: all of them are operations of a sandbox', () => {
    expect(Object.values(bankControls).map(({ module, scope }) => [module, scope])).toEqual(
      Object.values(bankControls).map(() => ['sandbox', 'sandbox']),
    )
  })

  test('403 SCOPE_MISSING: a member who only looks sees messages and decides nothing', async () => {
    const { entry, payment } = await twice()
    const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'viewer')
    const browser = createBrowser(bff.instance.app.all)
    await enrol(browser, createAuthenticator(origin), link.ok ? link.value.enrolmentUrl : '')
    expect((await browser.get(`/bff${payinPath}/deposits/waiting`)).status).toBe(200)
    const path = `/bff${bankPath}/payment/${payment.paymentId}/decision`
    const refused = await browser.post(path, { decision: 'PART', reason: 'no' })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'SCOPE_MISSING'])
    expect(await waiting(entry)).toHaveLength(1)
  })
})
