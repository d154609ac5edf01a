import { createHash } from 'node:crypto'
import type { ExecutionDay, PayoutInstruction } from '../../port/bank.ts'
import { decimalOf, sumOf } from '../../values/amounts.ts'
import type { PaymentFile } from '../../books/file-books.ts'
import { type OperatorAccount, operatorAccountFor } from '../../accounts/operator-accounts.ts'
import { endToEndIdOf } from '../../values/ids.ts'
import { addressElement, partyElement, payeeName, UnnamedPayee } from './parties.ts'
import { accountElement, agentElement } from './payee.ts'
import { purposeElement } from './purposes.ts'
import { cleanText } from '../../values/text.ts'
import { amountElement, documentText, element, type Part } from '../xml/writer.ts'

export const paymentMessage = 'pain.001.001.09'

type Service = {
  level?: string
  instrument?: string
  proprietary?: string
  charges?: 'SLEV' | 'SHAR'
}

/** How each rail is asked for: by code where the external code lists have one. */
const services: Readonly<Record<string, Service>> = {
  SEPA_CREDIT: { level: 'SEPA', charges: 'SLEV' },
  SEPA_INSTANT: { level: 'SEPA', instrument: 'INST', charges: 'SLEV' },
  ACH: { level: 'NURG' },
  FEDWIRE: { level: 'URGP' },
  CHAPS: { level: 'URGP' },
  RTGS: { level: 'URGP' },
  EFT: { level: 'NURG' },
  BECS: { level: 'NURG' },
}

/** An order without a rail leaves the choice to the bank; in euro there is one. */
function serviceOf(rail: string, currency: string): Service {
  if (rail === '') return currency === 'EUR' ? { level: 'SEPA', charges: 'SLEV' } : {}
  return services[rail] ?? { proprietary: rail.slice(0, 35) }
}

type Batch = { operatorAccount: OperatorAccount; rail: string; payments: PayoutInstruction[] }

/** One batch for each debtor account and rail, always in the same order. */
function batchesOf(payments: readonly PayoutInstruction[], accounts: readonly OperatorAccount[]) {
  const batches = new Map<string, Batch>()
  for (const payment of payments) {
    const operatorAccount = operatorAccountFor(accounts, payment)
    if (!operatorAccount)
      throw new Error(`no operator account pays ${payment.currency} in ${payment.countryCode}`)
    const key = `${payment.countryCode}/${payment.currency}/${payment.rail}`
    const batch = batches.get(key) ?? { operatorAccount, rail: payment.rail, payments: [] }
    batches.set(key, batch)
    batch.payments.push(payment)
  }
  return [...batches.keys()].toSorted().flatMap((key) => batches.get(key) ?? [])
}

export type PaymentFileParts = {
  accounts: readonly OperatorAccount[]
  /** Who sends the file, by name. */
  initiator: string
  executionDay: ExecutionDay
}

/**
 * A payment file (pain.001.001.09). Its message id follows from its payments, none of which is in
 * another file, so it is never used twice.
 * @throws UnnamedPayee for a payee whose name no bank can write; where a payment has no operator
 * account, or an amount that no file can carry
 */
export function buildPaymentFile(
  payments: readonly PayoutInstruction[],
  at: Date,
  { accounts, initiator, executionDay }: PaymentFileParts,
): PaymentFile {
  const unnamed = payments.find(({ beneficiary }) => payeeName(beneficiary.name) === '')
  if (unnamed) throw new UnnamedPayee(unnamed.reference)
  const createdAt = at.toISOString().slice(0, 19)
  const messageId = messageIdOf(payments, createdAt)
  const batches = batchesOf(payments, accounts).map((batch, i) => ({
    ...batch,
    // 32 characters of the message and a number: 35 at most.
    batchId: `${messageId}-${i + 1}`,
  }))
  const controlSum = sumOf(payments)
  const header = element(
    'GrpHdr',
    element('MsgId', messageId),
    element('CreDtTm', `${createdAt}Z`),
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', controlSum),
    partyElement('InitgPty', { name: initiator }),
  )
  const content = element(
    'CstmrCdtTrfInitn',
    header,
    ...batches.map((batch) => {
      // The account that pays decides, not the payee's: its bank is who takes the order.
      const { countryCode, currency } = batch.operatorAccount
      return batchElement(batch, executionDay({ countryCode, currency, rail: batch.rail }, at))
    }),
  )
  return {
    messageId,
    name: `${messageId}.pain.001.xml`,
    text: documentText(paymentMessage, content),
    payments: payments.length,
    controlSum,
    batches: batches.map(({ batchId, payments: own }) => ({
      batchId,
      references: own.map(({ reference }) => reference),
    })),
  }
}

function messageIdOf(payments: readonly PayoutInstruction[], createdAt: string): string {
  const references = payments.map(({ reference }) => reference).toSorted()
  const hash = createHash('sha256').update(references.join('\n')).digest('hex')
  return `CR${createdAt.replace(/\D/g, '')}${hash.slice(0, 14).toUpperCase()}`
}

function batchElement(
  { batchId, operatorAccount, rail, payments }: Batch & { batchId: string },
  day: string,
): Part {
  const { charges = 'SHAR', ...service } = serviceOf(rail, operatorAccount.currency)
  return element(
    'PmtInf',
    element('PmtInfId', batchId),
    element('PmtMtd', 'TRF'),
    // Each payment is booked separately, so that a statement lists each.
    element('BtchBookg', 'false'),
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', sumOf(payments)),
    typeElement(service),
    element('ReqdExctnDt', element('Dt', day)),
    partyElement('Dbtr', debtorOf(operatorAccount)),
    element(
      'DbtrAcct',
      element('Id', accountId(operatorAccount.accountNumber)),
      element('Ccy', operatorAccount.currency),
    ),
    element('DbtrAgt', element('FinInstnId', operatorAgent(operatorAccount))),
    element('ChrgBr', charges),
    ...payments.map(paymentElement),
  )
}

function typeElement({ level, instrument, proprietary }: Service): Part {
  if (level === undefined && instrument === undefined && proprietary === undefined) return undefined
  return element(
    'PmtTpInf',
    level === undefined ? undefined : element('SvcLvl', element('Cd', level)),
    instrument === undefined ? undefined : element('LclInstrm', element('Cd', instrument)),
    proprietary === undefined ? undefined : element('LclInstrm', element('Prtry', proprietary)),
  )
}

function paymentElement(payment: PayoutInstruction): Part {
  const id = endToEndIdOf(payment.reference)
  const remittance = cleanText(payment.remittance, 140)
  return element(
    'CdtTrfTxInf',
    element(
      'PmtId',
      element('InstrId', id),
      element('EndToEndId', id),
      payment.uetr === undefined ? undefined : element('UETR', payment.uetr),
    ),
    element(
      'Amt',
      amountElement('InstdAmt', payment.currency, decimalOf(payment.minor, payment.scale)),
    ),
    originatorElement(payment),
    agentElement(payment),
    partyElement('Cdtr', payment.beneficiary),
    accountElement(payment),
    purposeElement(payment.purpose),
    remittance === '' ? undefined : element('RmtInf', element('Ustrd', remittance)),
  )
}

/** The ultimate debtor: we pay in our own name for a customer (FATF, recommendation 16). */
function originatorElement({ originator }: PayoutInstruction): Part {
  if (originator === undefined) return undefined
  const { country, address: line, postal, ...party } = originator
  const address = postal ?? { country, lines: [line] }
  if (payeeName(party.name) === '' && !addressElement(address)) return undefined
  return partyElement('UltmtDbtr', { ...party, address })
}

/** The bank knows the address of its own customer: a part of one would only be refused. */
function debtorOf(account: OperatorAccount) {
  const { holderName: name, countryCode, lei } = account
  const { street, buildingNumber, postalCode, town, country = countryCode } = account
  return town
    ? { name, lei, address: { street, buildingNumber, postalCode, town, country } }
    : { name, lei }
}

/** IBANs are the only account numbers that begin with two letters and two digits. */
const isIban = (number: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)

export const accountId = (number: string) =>
  isIban(number) ? element('IBAN', number) : element('Othr', element('Id', number))

/** The bank of an operator account: the routing number is a BIC, or its number in the clearing. */
export const operatorAgent = ({ routingNumber }: Pick<OperatorAccount, 'routingNumber'>) =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(routingNumber)
    ? element('BICFI', routingNumber)
    : element('ClrSysMmbId', element('MmbId', routingNumber))
