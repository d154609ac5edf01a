import { describe, expect, test } from 'vitest'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

const uuid = (n: number) => `0198c5a4-1111-7222-8333-44444444444${n}`
const id = (n: number) => uuid(n).replaceAll('-', '')

const named = (message: string) => (message === '' ? '' : `<OrgnlMsgNmId>${message}</OrgnlMsgNmId>`)
const report = (rest: string, message = 'pain.001.001.09') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
  `<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-01-05T12:00:00Z</CreDtTm></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>CR1</OrgnlMsgId>${named(message)}` +
  `${rest}</CstmrPmtStsRpt></Document>`
const group = (status = '', reason = '') =>
  `${status === '' ? '' : `<GrpSts>${status}</GrpSts>`}${because(reason)}</OrgnlGrpInfAndSts>`
const because = (reason: string, ...texts: readonly string[]) =>
  reason === ''
    ? ''
    : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn>` +
      `${texts.map((text) => `<AddtlInf>${text}</AddtlInf>`).join('')}</StsRsnInf>`
const batch = (payments: string, status = '', reason = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>CR1-1</OrgnlPmtInfId>` +
  `${status === '' ? '' : `<PmtInfSts>${status}</PmtInfSts>`}${because(reason)}${payments}` +
  `</OrgnlPmtInfAndSts>`
const payment = (n: number, status: string, reason = '', more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id(n)}</OrgnlEndToEndId><TxSts>${status}</TxSts>` +
  `${because(reason)}<AcctSvcrRef>B${n}</AcctSvcrRef>${more}</TxInfAndSts>`

async function read(text: string): Promise<IncomingEvent[]> {
  const all: IncomingEvent[] = []
  for await (const events of readMessages([Buffer.from(text)], [])) all.push(...events)
  return all.slice(1)
}
const paymentReport = (n: number, status: string, code = '') => ({
  type: 'PAYMENT_STATUS',
  report: { reference: uuid(n), status, bankReference: `B${n}`, code },
})
const fileReport = (batchId: string, status: string, code = '') => ({
  type: 'FILE_STATUS',
  report: { messageId: 'CR1', batchId, status, bankReference: '', code },
})
/** The effect of the only status of a payment, and what goes with it. */
async function single(status: string, reason = '', more = '') {
  const [event, ...others] = await read(report(group() + batch(payment(1, status, reason, more))))
  expect(others).toEqual([])
  if (event?.type !== 'PAYMENT_STATUS') throw new Error('no status of a payment')
  return event.report
}

test.each([
  ['ACCP', 'ACCEPTED'],
  ['ACFC', 'ACCEPTED'],
  ['ACPD', 'ACCEPTED'],
  ['ACSP', 'ACCEPTED'],
  ['ACTC', 'ACCEPTED'],
  ['ACWC', 'ACCEPTED'],
  ['ACWP', 'ACCEPTED'],
  ['ACCC', 'CONFIRMED'],
  ['ACSC', 'CONFIRMED'],
  ['CPUC', 'CONFIRMED'],
  ['PDNG', 'WAITING'],
  ['RCVC', 'WAITING'],
  ['RCVD', 'WAITING'],
  ['RVNC', 'WAITING'],
  ['ACFW', 'ATTENTION'],
  ['ACIS', 'ATTENTION'],
  ['BLCK', 'ATTENTION'],
  ['PATC', 'ATTENTION'],
  ['PRES', 'ATTENTION'],
  ['RVCM', 'ATTENTION'],
  ['RVMC', 'ATTENTION'],
  ['RVNA', 'ATTENTION'],
  ['RVNM', 'ATTENTION'],
  // In no list: a code that a bank made up, or that is newer than this.
  ['ACWA', 'ATTENTION'],
  ['EXECUTED_PARTLY', 'ATTENTION'],
])('%s is %s, of a payment, a batch and a file', async (status, expected) => {
  expect(await read(report(group(status) + batch(payment(1, status), status)))).toMatchObject([
    paymentReport(1, expected),
    fileReport('CR1-1', expected),
    fileReport('', expected),
  ])
})

test.each([
  ['RJCT', 'REJECTED'],
  ['CANC', 'CANCELED'],
])('%s is %s, and its reason has a code of its own', async (status, expected) => {
  expect(await read(report(group(status) + batch(payment(1, status), status)))).toMatchObject([
    paymentReport(1, expected, 'RAIL_REJECTED'),
    fileReport('CR1-1', expected, 'RAIL_REJECTED'),
    fileReport('', expected, 'RAIL_REJECTED'),
  ])
  const { code, isRetryable } = await single(status, 'AC04')
  expect([code, isRetryable]).toEqual(['BENEFICIARY_ACCOUNT_CLOSED', true])
})

describe('PART', () => {
  test('counts for nothing where the report says what became of payments', async () => {
    const text = report(group('PART') + batch(payment(1, 'RJCT', 'AC01'), 'PART'))
    expect(await read(text)).toMatchObject([
      paymentReport(1, 'REJECTED', 'BENEFICIARY_ACCOUNT_INVALID'),
      fileReport('CR1-1', 'WAITING'),
      fileReport('', 'WAITING'),
    ])
  })

  test('is for a person where it does not', async () => {
    expect(await read(report(group('PART') + batch('', '')))).toMatchObject([
      fileReport('', 'ATTENTION'),
    ])
    expect(await read(report(group('PART') + batch('', 'PART')))).toMatchObject([
      fileReport('CR1-1', 'ATTENTION'),
      fileReport('', 'WAITING'),
    ])
    expect(await single('PART')).toMatchObject({ status: 'ATTENTION' })
  })
})

test.each([
  // Codes, and whether trying again helps.
  ['AB05', 'RAIL_REJECTED', true],
  ['AB10', 'RAIL_REJECTED', true],
  ['AB21', 'RAIL_REJECTED', false],
  ['AC01', 'BENEFICIARY_ACCOUNT_INVALID', true],
  ['AC02', 'RAIL_REJECTED', false],
  ['AC04', 'BENEFICIARY_ACCOUNT_CLOSED', true],
  ['AC06', 'BENEFICIARY_ACCOUNT_INVALID', true],
  ['AC11', 'BENEFICIARY_CURRENCY_MISMATCH', true],
  ['AC13', 'RAIL_REJECTED', false],
  ['AG01', 'RAIL_REJECTED', false],
  ['AG07', 'RAIL_REJECTED', false],
  ['AM02', 'LIMIT_TXN', false],
  ['AM04', 'RAIL_REJECTED', true],
  ['AM09', 'RAIL_REJECTED', false],
  ['BE04', 'BENEFICIARY_NAME_MISMATCH', true],
  ['BE07', 'COMPLIANCE_TRAVEL_RULE_MISSING', false],
  ['CURR', 'BENEFICIARY_CURRENCY_MISMATCH', true],
  ['CUST', 'RAIL_REJECTED', false],
  ['DT01', 'RAIL_REJECTED', false],
  ['DT03', 'RAIL_REJECTED', true],
  ['ED05', 'RAIL_REJECTED', true],
  ['FF01', 'RAIL_REJECTED', false],
  ['FF07', 'COMPLIANCE_PURPOSE_REJECTED', false],
  ['FRAD', 'COMPLIANCE_SCREENING_HIT', false],
  ['MD01', 'RAIL_REJECTED', false],
  ['MD07', 'BENEFICIARY_ACCOUNT_INVALID', false],
  ['MS03', 'RAIL_REJECTED', false],
  ['NARR', 'RAIL_REJECTED', false],
  ['NOAS', 'BENEFICIARY_RETURNED', true],
  ['RC01', 'BENEFICIARY_BANK_INVALID', true],
  ['RC03', 'RAIL_REJECTED', false],
  ['RR04', 'COMPLIANCE_SCREENING_HIT', false],
  ['TM01', 'RAIL_CUTOFF_MISSED', true],
  ['ZZ99', 'RAIL_REJECTED', false],
  ['', 'RAIL_REJECTED', false],
])('a payment rejected for %s is %s, retryable: %s', async (reason, code, isRetryable) => {
  expect(await single('RJCT', reason)).toMatchObject({ status: 'REJECTED', code, isRetryable })
})

test.each(['AB12', 'AM05', 'DU01', 'DU04', 'DUPL', 'RF01'])(
  'a payment rejected for %s, as the second of two, ends nothing: the first may have been paid',
  async (reason) => {
    expect(await single('RJCT', reason)).toMatchObject({ status: 'ATTENTION', code: '' })
    expect(await read(report(group('RJCT', reason)))).toMatchObject([fileReport('', 'ATTENTION')])
  },
)

test('the status of a single payment comes before that of all', async () => {
  const text = report(
    group('RJCT', 'AM04') +
      batch(payment(1, 'RJCT', 'AC04') + payment(2, 'ACCP'), 'RJCT', 'RC01') +
      batch(payment(3, 'ACSC')),
  )
  const events = await read(text)
  expect(events).toMatchObject([
    paymentReport(1, 'REJECTED', 'BENEFICIARY_ACCOUNT_CLOSED'),
    paymentReport(2, 'ACCEPTED'),
    fileReport('CR1-1', 'REJECTED', 'BENEFICIARY_BANK_INVALID'),
    paymentReport(3, 'CONFIRMED'),
    fileReport('', 'REJECTED', 'RAIL_REJECTED'),
  ])
  const details = events.map((event) => ('report' in event ? event.report.details : undefined))
  expect(details.map((last) => [last?.line, last?.scope])).toEqual([
    [1, 'PAYMENT'],
    [2, 'PAYMENT'],
    [3, 'BATCH'],
    [4, 'PAYMENT'],
    [5, 'FILE'],
  ])
})

describe('what the bank writes', () => {
  test('stays with the status: its reasons, its texts, and what it changed', async () => {
    const terms =
      `<FctvIntrBkSttlmDt><Dt>2026-01-07</Dt></FctvIntrBkSttlmDt><OrgnlTxRef>` +
      `<Amt><InstdAmt Ccy="EUR">5.50</InstdAmt></Amt><ReqdExctnDt><Dt>2026-01-06</Dt></ReqdExctnDt>` +
      `</OrgnlTxRef>`
    const more = because('NARR', 'A holiday.', 'It goes out <![CDATA[tomorrow]]>.') + terms
    expect((await single('ACWC', 'DT06', more)).details).toEqual({
      status: 'ACWC',
      scope: 'PAYMENT',
      line: 1,
      reasons: [
        { code: 'DT06', texts: [] },
        { code: 'NARR', texts: ['A holiday.', 'It goes out tomorrow.'] },
      ],
      terms: { amount: '5.50 EUR', executionDate: '2026-01-06', settlementDate: '2026-01-07' },
    })
    expect((await single('ACSP', '', terms)).details?.terms).toEqual({})
  })

  test('is cut where no honest bank writes so much', async () => {
    const more = because('X'.repeat(400), ...Array.from({ length: 40 }, () => 'y'.repeat(5_000)))
    const { details } = await single('S'.repeat(400), '', more.repeat(40))
    expect(details?.status).toHaveLength(35)
    expect(details?.reasons).toHaveLength(12)
    expect(details?.reasons[0]?.texts.map(({ length }) => length)).toEqual(Array(12).fill(500))
  })
})

test('a payment is named by all ids that the bank gives, but not by what stands for none', async () => {
  const [event] = await read(
    report(
      group() +
        batch(
          `<TxInfAndSts><OrgnlInstrId> I7 </OrgnlInstrId><OrgnlEndToEndId>NOTPROVIDED` +
            `</OrgnlEndToEndId><OrgnlUETR>8A562C67-CA16-48BA-B074-65581BE6F001</OrgnlUETR>` +
            `<TxSts>RJCT</TxSts><OrgnlTxRef><Amt><InstdAmt Ccy="JPY">1200</InstdAmt></Amt>` +
            `</OrgnlTxRef></TxInfAndSts>`,
        ),
    ),
  )
  expect(event).toMatchObject({
    report: {
      reference: '',
      ids: {
        messageId: 'CR1',
        batchId: 'CR1-1',
        endToEndId: '',
        instructionId: 'I7',
        uetr: '8a562c67-ca16-48ba-b074-65581be6f001',
        amount: { currency: 'JPY', minor: 1_200n, scale: 0 },
      },
    },
  })
})

test.each(['', 'PAIN.001.001.03', 'NOTPROVIDED', 'CCT'])(
  'a report about the message "%s" is taken in',
  async (message) => {
    expect(await read(report(group('ACCP'), message))).toHaveLength(1)
  },
)

test.each(['pain.008.001.08', 'pacs.008.001.08', 'camt.055.001.08'])(
  'a report about %s is refused',
  async (message) => {
    await expect(read(report(group('ACCP'), message))).rejects.toThrow('another message')
  },
)
