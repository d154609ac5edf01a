import type { PaymentStatusReport, StatusDetails, StatusIds } from '../../port/payment-status.ts'
import type { StatusReason } from '../../port/bank.ts'
import type { IncomingEvent, MessageReader } from './events.ts'
import { FileRefused } from '../xml/source.ts'
import { minorOf, scaleOf } from '../../values/amounts.ts'
import { givenId, referenceOf } from '../../values/ids.ts'
import { headerEvent } from './message.ts'
import { isDouble, isRetryableReason, rejectionCode } from '../../values/reasons.ts'
import { effectOf } from '../../values/statuses.ts'
import { find, findAll, textAt, type XmlEvent, type XmlNode } from '../xml/reader.ts'

/** The parts of a status report that are read in pieces. */
export const statusContainers = ['OrgnlPmtInfAndSts']

/** Of what a bank writes, so much is kept: an honest reason has a few texts of 105 characters. */
const listedMax = 12
const textMax = 500

type Place = Pick<StatusDetails, 'scope' | 'line'>
type Outcome = Pick<
  PaymentStatusReport,
  'status' | 'bankReference' | 'code' | 'isRetryable' | 'details'
>

function reasonsOf(node: XmlNode): StatusReason[] {
  return findAll(node, 'StsRsnInf')
    .slice(0, listedMax)
    .map((info) => ({
      code: textAt(info, 'Rsn/Cd', 'Rsn/Prtry').slice(0, 35),
      texts: findAll(info, 'AddtlInf')
        .map(({ text }) => text.trim().slice(0, textMax))
        .filter((text) => text !== '')
        .slice(0, listedMax),
    }))
    .filter(({ code, texts }) => code !== '' || texts.length > 0)
}

/** What a payment is like at the bank that accepted it with a change. */
function termsOf(node: XmlNode): Record<string, string> {
  const amount = find(node, 'OrgnlTxRef/Amt/InstdAmt')
  const terms = {
    amount: amount ? `${amount.text.trim()} ${amount.currency}` : '',
    executionDate: textAt(
      node,
      'OrgnlTxRef/ReqdExctnDt/Dt',
      'OrgnlTxRef/ReqdExctnDt/DtTm',
      'OrgnlTxRef/ReqdExctnDt',
    ),
    settlementDate: textAt(
      node,
      'FctvIntrBkSttlmDt/Dt',
      'FctvIntrBkSttlmDt',
      'OrgnlTxRef/IntrBkSttlmDt',
    ),
  }
  return Object.fromEntries(
    Object.entries(terms)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, value.slice(0, 35)]),
  )
}

/**
 * What a status and its reasons say; undefined where there is none. `hasCloser`: the report has a
 * status of some of the payments in it, too.
 */
function outcomeOf(
  node: XmlNode,
  statusName: string,
  place: Place,
  hasCloser = false,
): Outcome | undefined {
  const status = textAt(node, statusName).slice(0, 35)
  if (status === '') return undefined
  const reasons = reasonsOf(node)
  const reason = reasons.find(({ code }) => code !== '')?.code ?? ''
  const details: StatusDetails = {
    status,
    ...place,
    reasons,
    terms: status === 'ACWC' ? termsOf(node) : {},
  }
  const given = status === 'PART' && hasCloser ? 'WAITING' : effectOf(status)
  const isEnd = given === 'REJECTED' || given === 'CANCELED'
  // The first of two may have been paid, so the money stays where it is until a person knows.
  const effect = isEnd && reasons.some(({ code }) => isDouble(code)) ? 'ATTENTION' : given
  return {
    status: effect,
    bankReference: textAt(node, 'AcctSvcrRef'),
    ...(isEnd && effect === given
      ? { code: rejectionCode(reason), isRetryable: isRetryableReason(reason) }
      : { code: '' }),
    details,
  }
}

/** An amount that is finer than its currency is none to go by. */
function amountOf(node: XmlNode): StatusIds['amount'] {
  const amount = find(node, 'OrgnlTxRef/Amt/InstdAmt')
  if (!amount) return undefined
  const scale = scaleOf(amount.currency)
  const minor = minorOf(amount.text, scale)
  return minor === undefined ? undefined : { currency: amount.currency, minor, scale }
}

/**
 * What a status report (pain.002, versions 03 and later) says: payments first, then their batches,
 * then the whole file, since the reason of one payment says more than that of its batch. `read`
 * throws FileRefused.
 */
export function createStatusReader(): MessageReader {
  let group: XmlNode | undefined
  let batch: XmlNode[] = []
  let line = 0
  /** Payments, and batches, that have a status of their own: in the file, and in this batch. */
  let inFile = 0
  let inBatch = 0
  return { read, end }

  function read(event: XmlEvent): IncomingEvent[] {
    if (event.type === 'OPEN') {
      batch = []
      inBatch = 0
    }
    if (event.type === 'CLOSE' && event.name === 'OrgnlPmtInfAndSts') {
      const node = { name: event.name, currency: '', text: '', children: batch }
      const events = labelOf(node, 'PmtInfSts', { scope: 'BATCH', hasCloser: inBatch > 0 })
      inFile += events.length
      return events
    }
    if (event.type !== 'NODE') return []
    const { node, parent } = event
    if (node.name === 'GrpHdr') return [headerEvent('pain.002', node)]
    if (node.name === 'TxInfAndSts') return paymentOf(node)
    if (node.name === 'OrgnlGrpInfAndSts') {
      refuseOthers(node)
      group = node
    }
    if (parent === 'OrgnlPmtInfAndSts') batch.push(node)
    return []
  }

  function end(): IncomingEvent[] {
    return labelOf(group, 'GrpSts', { scope: 'FILE', hasCloser: inFile > 0 })
  }

  function paymentOf(node: XmlNode): IncomingEvent[] {
    const outcome = outcomeOf(node, 'TxSts', { scope: 'PAYMENT', line: line + 1 })
    if (!outcome) return []
    line += 1
    inFile += 1
    inBatch += 1
    const ids: StatusIds = {
      messageId: givenId(textAt(node, 'OrgnlGrpInf/OrgnlMsgId') || textAt(group, 'OrgnlMsgId')),
      batchId: givenId(batch.find(({ name }) => name === 'OrgnlPmtInfId')?.text ?? ''),
      endToEndId: givenId(textAt(node, 'OrgnlEndToEndId')),
      instructionId: givenId(textAt(node, 'OrgnlInstrId')),
      uetr: givenId(textAt(node, 'OrgnlUETR')).toLowerCase(),
      amount: amountOf(node),
    }
    const reference = referenceOf(ids.endToEndId) || referenceOf(ids.instructionId)
    return [{ type: 'PAYMENT_STATUS', report: { ...outcome, reference, ids } }]
  }

  /** A status of all payments of the file, or of one batch. */
  function labelOf(
    node: XmlNode | undefined,
    statusName: string,
    { scope, hasCloser }: { scope: 'BATCH' | 'FILE'; hasCloser: boolean },
  ): IncomingEvent[] {
    const outcome = node && outcomeOf(node, statusName, { scope, line: line + 1 }, hasCloser)
    if (!outcome) return []
    line += 1
    const messageId = givenId(textAt(group, 'OrgnlMsgId'))
    const batchId = scope === 'BATCH' ? givenId(textAt(node, 'OrgnlPmtInfId')) : ''
    return [{ type: 'FILE_STATUS', report: { ...outcome, messageId, batchId } }]
  }
}

/** Banks may leave out what kind of message it was; one of the standard that is named has to be ours. */
function refuseOthers(node: XmlNode): void {
  const name = givenId(textAt(node, 'OrgnlMsgNmId')).toLowerCase()
  if (/^[a-z]{4}\.\d{3}/.test(name) && !name.startsWith('pain.001'))
    throw new FileRefused('The status report is about another message than a payment file.')
}
