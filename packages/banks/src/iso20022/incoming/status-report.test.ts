import { expect, test } from 'vitest'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

const uuid = (n: number) => `0198c5a4-1111-7222-8333-44444444444${n}`
const id = (n: number) => uuid(n).replaceAll('-', '')

const report = (rest: string, message = 'pain.001.001.09') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
  `<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-01-05T12:00:00Z</CreDtTm></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>CR1</OrgnlMsgId><OrgnlMsgNmId>${message}</OrgnlMsgNmId>` +
  `${rest}</CstmrPmtStsRpt></Document>`
const group = (status = '', reason = '') =>
  `${status === '' ? '' : `<GrpSts>${status}</GrpSts>`}${because(reason)}</OrgnlGrpInfAndSts>`
const because = (reason: string) =>
  reason === '' ? '' : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`
const batch = (payments: string, status = '', reason = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>CR1-1</OrgnlPmtInfId>` +
  `${status === '' ? '' : `<PmtInfSts>${status}</PmtInfSts>`}${because(reason)}${payments}` +
  `</OrgnlPmtInfAndSts>`
const payment = (n: number, status: string, reason = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id(n)}</OrgnlEndToEndId><TxSts>${status}</TxSts>` +
  `${because(reason)}<AcctSvcrRef>B${n}</AcctSvcrRef></TxInfAndSts>`

async function read(text: string): Promise<IncomingEvent[]> {
  const all: IncomingEvent[] = []
  for await (const events of readMessages([Buffer.from(text)], [])) all.push(...events)
  return all.slice(1)
}
const paymentReport = (n: number, status: string, code = '') => ({
  type: 'PAYMENT_STATUS',
  report: { reference: uuid(n), status, bankReference: `B${n}`, code },
})
const fileStatusReport = (batchId: string, status: string, code = '') => ({
  type: 'FILE_STATUS',
  report: { messageId: 'CR1', batchId, status, bankReference: '', code },
})

test.each([
  ['ACTC', 'ACCEPTED'],
  ['ACCP', 'ACCEPTED'],
  ['ACWC', 'ACCEPTED'],
  ['ACSP', 'ACCEPTED'],
  ['ACSC', 'CONFIRMED'],
  ['ACCC', 'CONFIRMED'],
])('%s is %s, of a payment, a batch and a file', async (status, expected) => {
  expect(await read(report(group(status) + batch(payment(1, status), status)))).toEqual([
    paymentReport(1, expected),
    fileStatusReport('CR1-1', expected),
    fileStatusReport('', expected),
  ])
})

test.each(['PDNG', 'RCVD', 'PART', 'XXXX'])('%s says nothing yet', async (status) => {
  expect(await read(report(group(status) + batch(payment(1, status), status)))).toEqual([])
})

test.each([
  ['AC01', 'BENEFICIARY_ACCOUNT_INVALID'],
  ['AC04', 'BENEFICIARY_ACCOUNT_CLOSED'],
  ['AC06', 'BENEFICIARY_ACCOUNT_INVALID'],
  ['AG01', 'RAIL_REJECTED'],
  ['AM04', 'RAIL_REJECTED'],
  ['MS03', 'RAIL_REJECTED'],
  ['BE04', 'BENEFICIARY_NAME_MISMATCH'],
  ['RC01', 'BENEFICIARY_BANK_INVALID'],
  ['ZZ99', 'RAIL_REJECTED'],
  ['', 'RAIL_REJECTED'],
])('a payment rejected for %s is reported as %s', async (reason, code) => {
  expect(await read(report(group() + batch(payment(1, 'RJCT', reason))))).toEqual([
    paymentReport(1, 'REJECTED', code),
  ])
})

test('the status of a single payment comes before that of all', async () => {
  const text = report(
    group('RJCT', 'AM04') +
      batch(payment(1, 'RJCT', 'AC04') + payment(2, 'ACCP'), 'RJCT', 'RC01') +
      batch(payment(3, 'ACSC')),
  )
  expect(await read(text)).toEqual([
    paymentReport(1, 'REJECTED', 'BENEFICIARY_ACCOUNT_CLOSED'),
    paymentReport(2, 'ACCEPTED'),
    fileStatusReport('CR1-1', 'REJECTED', 'BENEFICIARY_BANK_INVALID'),
    paymentReport(3, 'CONFIRMED'),
    fileStatusReport('', 'REJECTED', 'RAIL_REJECTED'),
  ])
})

test('a report about direct debits is refused', async () => {
  await expect(read(report(group('ACCP'), 'pain.008.001.08'))).rejects.toThrow('another message')
})
