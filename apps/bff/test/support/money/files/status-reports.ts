/** By what a bank names a payment of a file. */
export type FilePaymentIds = { messageId: string; batchId: string; endToEndId: string }

/** Writes status reports (pain.002), each about one payment and each later than the one before. */
export function statusReports() {
  let written = 0
  return function report(
    { messageId, batchId, endToEndId }: FilePaymentIds,
    status: string,
    reason: string,
    { name = 'pain.001.001.09', text = '' } = {},
  ): string {
    written += 1
    const at = new Date(Date.UTC(2026, 10, 27, 18, 0, written)).toISOString()
    return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
<GrpHdr><MsgId>C${written}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><OrgnlGrpInfAndSts>
<OrgnlMsgId>${messageId}</OrgnlMsgId>${optional('OrgnlMsgNmId', name)}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batchId}</OrgnlPmtInfId><TxInfAndSts>
<OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts><StsRsnInf><Rsn>
<Cd>${reason}</Cd></Rsn>${optional('AddtlInf', text)}</StsRsnInf></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  }
}

const optional = (name: string, text: string) => (text === '' ? '' : `<${name}>${text}</${name}>`)
