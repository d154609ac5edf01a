import { describe, expect, test } from 'vitest'
import { bankDesk, bankPath, payinPath } from '../../../../test/support/money/banks/desk.ts'
import { camt } from '../../../../test/support/money/banks/camt.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { tryBankFile } from '../../intake/try-file.ts'

const bff = sharedBff()
const {
  aside,
  anEntry,
  auditOf,
  booking,
  depositsOf,
  german,
  getFunding,
  importing,
  messagesOf,
  notice,
  refusalOf,
  setAside,
  trying,
  twice,
  waiting,
} = bankDesk(bff, 70_000)

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
      fundingAccountId: getFunding().fundingAccountId,
      bookedOn: entry.day,
      messages: [{ kind: 'camt.054', joined: 'HELD' }],
      likely: { depositId: deposit?.depositId, messages: [{ joined: 'FIRST' }] },
    })
    expect(await waiting(entry, bff.second)).toEqual([])
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
        fundingAccountId: getFunding().fundingAccountId,
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

  test('200: while a file is read to be tried, others are taken in', async () => {
    const part = (text: string) => /<Ntfctn>.*<\/Ntfctn>/s.exec(text)?.[0] ?? ''
    const first = notice(anEntry())
    const text = first.replace('</Ntfctn>', `</Ntfctn>${part(notice(anEntry()))}`)
    const at = text.lastIndexOf('</Ntfctn>')
    const [halfway, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let readings = 0
    async function* read() {
      readings += 1
      yield Buffer.from(text.slice(0, at))
      if (readings === 2) {
        // Its first half is in the books of the trial by now.
        halfway.resolve()
        await goOn.promise
      }
      yield Buffer.from(text.slice(at))
    }
    const tried = tryBankFile(bff.deps, { name: 'notice.xml', read })
    await halfway.promise
    const entry = anEntry()
    const taken = await importing(notice(entry))
    goOn.resolve()
    expect(taken.body.data).toMatchObject({ booked: 1 })
    expect((await tried).lines.map(({ outcome }) => outcome)).toEqual(['CREDITED', 'CREDITED'])
    expect(await depositsOf(entry)).toHaveLength(1)
    expect((await importing(first)).body.data).toMatchObject({ booked: 1 })
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
        fundingAccountId: getFunding().fundingAccountId,
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
