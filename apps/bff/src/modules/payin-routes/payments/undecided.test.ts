import { importFile } from '@corridor/banks'
import { expect, test } from 'vitest'
import { bankParties, payBank } from '../../../../test/support/money/bank-transfers.ts'
import { camt } from '../../../../test/support/money/banks/camt.ts'
import { fileOf, order } from '../../../../test/support/money/files/payment-files.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()

const waiting = async (partner = bff.first): Promise<AnyBody> =>
  (await bff.get('/api/v1/xfer/payin/deposits/waiting', partner)).body.data.data

/** The payment of a transfer that is done, as its bank names it. */
async function paidOut() {
  const executionId = await payBank(bff, await bankParties(bff))
  const read = async (): Promise<AnyBody> =>
    (await bff.get(`/api/v1/xfer/transaction/transfer/${executionId}/timeline`)).body.data
  await expect
    .poll(async () => (await read()).payouts[0]?.status, { timeout: 30_000 })
    .toBe('CONFIRMED')
  const { id, amount } = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('payout')
      .select(['id', 'amount'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return { executionId, id, amount }
}

const statusOf = (messageId: string, id: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>S-${id}</MsgId><CreDtTm>2026-11-27T18:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>NOTPROVIDED</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${id.replaceAll('-', '')}</OrgnlEndToEndId><TxSts>BLCK</TxSts><StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>Call us</AddtlInf></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`

test('a payment that the bank leaves open, and money whose text names one, wait for the operator and are shown to their partner alone', async () => {
  const { executionId, id, amount } = await paidOut()
  const { books, accounts } = bff.deps.bankFiles
  await books.keepPayment(order({ reference: id, minor: amount }))
  const file = await books.writeFile(1_000, fileOf)
  const read = () => [Buffer.from(statusOf(file?.messageId ?? '', id))]
  expect(await importFile({ books, accounts, name: 'status.xml', read })).toMatchObject({
    ok: true,
  })

  const german = accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!german) throw new Error('no account')
  const text = `RETURN OF PAYMENT ${id.replaceAll('-', '')}`
  const notice = camt('054', german, [
    { amount: '77.31', day: '2026-11-27', text, payerAccount: '' },
  ])
  const given = { name: 'notice.xml', text: notice }
  const tried = await bff.post('/api/v1/sandbox/bank/file/trial', given)
  expect(tried.body.data.lines).toMatchObject([
    { outcome: 'SUSPENSE', reason: 'NAMES_PAYOUT', executionId },
  ])
  await bff.post('/api/v1/sandbox/bank/file', given)

  const { payouts, unassigned } = await waiting()
  expect(payouts).toMatchObject([
    { executionId, status: 'BLCK', reasons: [{ code: 'NARR', texts: ['Call us'] }] },
  ])
  expect(unassigned).toMatchObject([
    { kind: 'RETURN', executionId, fundingAccountId: '', amount: { amount: 77.31 } },
  ])
  expect(JSON.stringify(unassigned)).not.toContain('Ada Payer')
  expect(await waiting(bff.second)).toMatchObject({ payouts: [], unassigned: [] })
})
