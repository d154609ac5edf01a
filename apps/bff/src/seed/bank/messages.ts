/** A credit as a message of the bank has it. */
export type Credit = {
  amount: string
  payer: string
  payerAccount?: string
  text: string
  /** The customer's account that it lands on. */
  payee?: string
  /** The bank's own reference. */
  reference?: string
}
export type Message = {
  kind: 'notification' | 'statement'
  id: string
  madeAt: Date
  /** On which all of it was booked, `2026-01-05`. */
  day: string
  account: { accountNumber: string; currency: string }
  credits: readonly Credit[]
}

const kinds = {
  notification: { version: 'camt.054.001.02', name: 'BkToCstmrDbtCdtNtfctn', part: 'Ntfctn' },
  statement: { version: 'camt.053.001.02', name: 'BkToCstmrStmt', part: 'Stmt' },
}

/** A message about one account of the service, as its bank writes it (ISO 20022 camt). */
export function bankMessage({ kind, id, madeAt, day, account, credits }: Message): string {
  const { version, name, part } = kinds[kind]
  const made = `<CreDtTm>${madeAt.toISOString()}</CreDtTm>`
  const entries = credits.map((credit) => entryOf(credit, account.currency, day))
  return documentOf(
    version,
    `<${name}><GrpHdr><MsgId>${id}</MsgId>${made}</GrpHdr>
<${part}><Id>${id}</Id>${made}<Acct>${numberOf(account.accountNumber)}<Ccy>${account.currency}</Ccy></Acct>
${entries.join('')}</${part}></${name}>`,
  )
}

function entryOf(credit: Credit, currency: string, day: string): string {
  const { amount, payer, payerAccount, text, payee, reference } = credit
  const payerNumber = payerAccount ? `<DbtrAcct>${numberOf(payerAccount)}</DbtrAcct>` : ''
  const payeeNumber = payee ? `<CdtrAcct>${numberOf(payee)}</CdtrAcct>` : ''
  return `<Ntry>
  <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
  ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  <NtryDtls><TxDtls>
    <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr>${payerNumber}${payeeNumber}</RltdPties>
    <RmtInf><Ustrd>${text}</Ustrd></RmtInf>
  </TxDtls></NtryDtls>
</Ntry>
`
}

export type Report = {
  id: string
  madeAt: Date
  payment: { messageId: string; endToEndId: string }
  status: string
  reason?: { code: string; text: string }
}

/** What the bank has to say of one payment of a payment file (ISO 20022 pain.002). */
export function statusReport({ id, madeAt, payment, status, reason }: Report): string {
  const why = reason
    ? `<StsRsnInf><Rsn><Cd>${reason.code}</Cd></Rsn><AddtlInf>${reason.text}</AddtlInf></StsRsnInf>`
    : ''
  return documentOf(
    'pain.002.001.03',
    `<CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${madeAt.toISOString()}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${payment.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>NOTPROVIDED</OrgnlPmtInfId>
<TxInfAndSts><OrgnlEndToEndId>${payment.endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}</TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  )
}

const documentOf = (version: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">${content}</Document>
`

const numberOf = (number: string): string =>
  /^[A-Z]{2}\d{2}/.test(number)
    ? `<Id><IBAN>${number}</IBAN></Id>`
    : `<Id><Othr><Id>${number}</Id></Othr></Id>`
