import { minorOf } from '../values/amounts.ts'
import { find, findAll, readXml, textAt, type XmlNode } from '../iso20022/xml/reader.ts'
import type { ReceivedPayment } from './counterpart-types.ts'

const containers: ReadonlySet<string> = new Set(['Document', 'CstmrCdtTrfInitn', 'PmtInf'])

const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum + (minorOf(amount, 9) ?? 0n), 0n)

function mustAgree(node: XmlNode, payments: readonly ReceivedPayment[], name: string): void {
  const count = textAt(node, 'NbOfTxs')
  const sum = textAt(node, 'CtrlSum')
  if (count !== '' && count !== String(payments.length))
    throw new Error(`${name} says ${count} payments and has ${payments.length}`)
  if (sum !== '' && minorOf(sum, 9) !== sumOf(payments.map(({ amount }) => amount)))
    throw new Error(`the control sum of ${name} is not the sum of its payments`)
}

/**
 * A payment file as a bank reads it: any version from 03 on.
 * @throws where it is none, or its numbers and control sums do not agree
 */
export async function readPaymentFile(text: string): Promise<ReceivedPayment[]> {
  const all: ReceivedPayment[] = []
  const group: XmlNode = { name: 'GrpHdr', currency: '', text: '', children: [] }
  let batch: XmlNode = { ...group, children: [] }
  let own: ReceivedPayment[] = []
  for await (const events of readXml([Buffer.from(text)], containers)) {
    for (const event of events) {
      if (event.type === 'OPEN' && event.name === 'PmtInf') {
        batch = { ...group, name: 'PmtInf', children: [] }
        own = []
      }
      if (event.type === 'CLOSE' && event.name === 'PmtInf') {
        mustAgree(batch, own, textAt(batch, 'PmtInfId'))
        all.push(...own)
      }
      if (event.type !== 'NODE') continue
      if (event.node.name === 'GrpHdr') group.children.push(...event.node.children)
      if (event.node.name === 'CdtTrfTxInf') own.push(readPayment(event.node, group, batch))
      else if (event.parent === 'PmtInf') batch.children.push(event.node)
    }
  }
  if (textAt(group, 'MsgId') === '' || all.length === 0)
    throw new Error('the file is no payment file')
  mustAgree(group, all, textAt(group, 'MsgId'))
  return all
}

function readPayment(node: XmlNode, group: XmlNode, batch: XmlNode): ReceivedPayment {
  const amount = find(node, 'Amt/InstdAmt')
  return {
    messageId: textAt(group, 'MsgId'),
    batchId: textAt(batch, 'PmtInfId'),
    endToEndId: textAt(node, 'PmtId/EndToEndId'),
    debtorAccount: textAt(batch, 'DbtrAcct/Id/IBAN', 'DbtrAcct/Id/Othr/Id'),
    creditorAccount: textAt(node, 'CdtrAcct/Prxy/Id', 'CdtrAcct/Id/IBAN', 'CdtrAcct/Id/Othr/Id'),
    creditorAgent: textAt(
      node,
      'CdtrAgt/FinInstnId/BICFI',
      'CdtrAgt/FinInstnId/BIC',
      'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId',
    ),
    creditorName: textAt(node, 'Cdtr/Nm'),
    currency: amount?.currency ?? '',
    amount: amount?.text.trim() ?? '',
    remittance: findAll(find(node, 'RmtInf'), 'Ustrd')
      .map(({ text }) => text.trim())
      .join(' '),
  }
}
