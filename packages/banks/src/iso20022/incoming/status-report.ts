import type { FileStatusReport } from '../../books/file-books.ts'
import type { IncomingEvent, MessageReader } from './events.ts'
import { FileRefused } from '../xml/source.ts'
import { referenceOf } from '../values/ids.ts'
import { headerEvent } from './message.ts'
import { rejectionCode } from '../values/reasons.ts'
import { findAll, textAt, type XmlEvent, type XmlNode } from '../xml/reader.ts'

/** The parts of a status report that are read in pieces. */
export const statusContainers = ['OrgnlPmtInfAndSts']

/** RCVD, PDNG and PART say nothing that a payment would end or go on by. */
const statuses: Readonly<Record<string, FileStatusReport['status']>> = {
  ACTC: 'ACCEPTED',
  ACCP: 'ACCEPTED',
  ACWC: 'ACCEPTED',
  ACWP: 'ACCEPTED',
  ACSP: 'ACCEPTED',
  ACSC: 'CONFIRMED',
  ACCC: 'CONFIRMED',
  RJCT: 'REJECTED',
}

type Outcome = Pick<FileStatusReport, 'status' | 'bankReference' | 'code'>

/** What a status and its reasons say; undefined where nothing that matters here. */
function outcomeOf(node: XmlNode, statusName: string): Outcome | undefined {
  const status = statuses[textAt(node, statusName)]
  if (!status) return undefined
  const reasons = findAll(node, 'StsRsnInf').map((info) => textAt(info, 'Rsn/Cd', 'Rsn/Prtry'))
  return {
    status,
    bankReference: textAt(node, 'AcctSvcrRef'),
    code: status === 'REJECTED' ? rejectionCode(reasons.find((reason) => reason !== '') ?? '') : '',
  }
}

function paymentStatusReport(node: XmlNode): IncomingEvent[] {
  const outcome = outcomeOf(node, 'TxSts')
  const reference =
    referenceOf(textAt(node, 'OrgnlEndToEndId')) || referenceOf(textAt(node, 'OrgnlInstrId'))
  return outcome ? [{ type: 'PAYMENT_STATUS', report: { ...outcome, reference } }] : []
}

/**
 * What a status report (pain.002, versions 03 and later) says: payments first, then their batches,
 * then the whole file, since the reason of one payment says more than that of its batch. `read`
 * throws FileRefused.
 */
export function createStatusReader(): MessageReader {
  let group: XmlNode | undefined
  let batch: XmlNode[] = []
  return { read, end: () => labelOf(group, 'GrpSts', '') }

  function read(event: XmlEvent): IncomingEvent[] {
    if (event.type === 'OPEN') batch = []
    if (event.type === 'CLOSE' && event.name === 'OrgnlPmtInfAndSts') {
      const node = { name: event.name, currency: '', text: '', children: batch }
      return labelOf(node, 'PmtInfSts', textAt(node, 'OrgnlPmtInfId'))
    }
    if (event.type !== 'NODE') return []
    const { node, parent } = event
    if (node.name === 'GrpHdr') return [headerEvent('pain.002', node)]
    if (node.name === 'TxInfAndSts') return paymentStatusReport(node)
    if (node.name === 'OrgnlGrpInfAndSts') {
      if (!textAt(node, 'OrgnlMsgNmId').startsWith('pain.001'))
        throw new FileRefused('The status report is about another message than a payment file.')
      group = node
    }
    if (parent === 'OrgnlPmtInfAndSts') batch.push(node)
    return []
  }

  /** A status of all payments of the file, or of one batch. */
  function labelOf(
    node: XmlNode | undefined,
    statusName: string,
    batchId: string,
  ): IncomingEvent[] {
    const outcome = node && outcomeOf(node, statusName)
    const messageId = textAt(group, 'OrgnlMsgId')
    return outcome ? [{ type: 'FILE_STATUS', report: { ...outcome, messageId, batchId } }] : []
  }
}
