import { type Evidence, type EvidenceAccount, noIds } from '../evidence/evidence.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { scaleOf } from '../values/amounts.ts'
import { announcedOf, asideOf, evidenceOf } from '../text/entry-line.ts'
import { type Information, readInformation } from './information.ts'
import { readNational } from './national.ts'
import { readStatementLine, type StatementLine } from './statement-line.ts'

/** A field 61 with what belongs to it. */
export type RawLine = {
  line: number
  statementLine: string
  /** Fields 86. */
  information: string[]
  /** Field NS; '' where there is none. */
  national: string
}

export type LineReading = {
  events: IncomingEvent[]
  /** Negative for a debit; zero where it is not booked or cannot be read. */
  booked: bigint
  /** Also of what is not booked. */
  moved: bigint
  bookedOn: string
}

/** Codes of German banks for what they take: end of a period, charges. */
const chargeCodes = ['805', '808']
/** Direct debits that came back. */
const takenBackCodes = ['108', '109']
/** Collective bookings of German banks are 188 to 199. */
const isCollective = (code: string) => /^1(?:8[89]|9\d)$/.test(code)

function kindOf(line: StatementLine, information: Information): Evidence['kind'] {
  const { code, isReturned } = information
  if (line.isReversal) return 'REVERSAL'
  if (line.direction === 'CREDIT') {
    if (isReturned || line.type.slice(1) === 'RTI') return 'RETURN'
    return isCollective(code) ? 'BATCH' : 'ENTRY'
  }
  if (takenBackCodes.includes(code) || isReturned) return 'REVERSAL'
  if (chargeCodes.includes(code) || line.type.slice(1) === 'CHG') return 'CHARGE'
  return isCollective(code) ? 'BATCH' : 'ENTRY'
}

/** Labels of what stands in field 86. */
const seeInformation = /^(?:EREF|KREF|MREF|PREF)\+?$/

const idOf = (reference: string) => (seeInformation.test(reference) ? '' : reference)

/** A batch of ours is called by its file and a number; banks give either. */
const batchIds = (reference: string) =>
  /-\d+$/.test(reference) ? { batchId: reference } : { batchMessageId: reference }

/** `isStatement`: of MT940; what MT942 has is not booked for certain and is announced. */
export function readLine(
  raw: RawLine,
  account: EvidenceAccount,
  isStatement: boolean,
): LineReading {
  const scale = scaleOf(account.currency)
  const line = readStatementLine(raw.statementLine, scale)
  const reason = reasonOf(raw, line)
  if (!line || line.minor === undefined || reason !== '') return aside(raw, account, line, reason)
  const information = raw.national
    ? readNational(raw.national)
    : readInformation(raw.information.join('\n'), line.direction === 'CREDIT')
  const { direction, minor, bookedOn, valueOn } = line
  const kind = kindOf(line, information)
  const other = { name: information.name, account: information.account }
  const isCredit = direction === 'CREDIT'
  const evidence = evidenceOf({
    line: raw.line,
    account,
    direction,
    kind,
    minor,
    scale,
    bookedOn,
    valueOn,
    ids: {
      ...noIds,
      endToEndId: information.endToEndId,
      instructionId: idOf(line.customerReference) || information.customerReference,
      lineReference: line.bankReference,
      ...(kind === 'BATCH' ? batchIds(information.customerReference) : {}),
    },
    ...(isCredit ? { payer: other } : { payee: other, payeeBank: information.agent }),
    ultimatePayer: information.ultimatePayer,
    ultimatePayee: information.ultimatePayee,
    institutions: information.agent === '' ? [] : [{ name: '', code: information.agent }],
    text: information.written || line.supplementary,
    reason: information.reason,
    code: [line.type, information.code].filter((code) => code !== '').join('+'),
  })
  const moved = isCredit ? minor : -minor
  if (line.isExpected || !isStatement)
    return { events: [announcedOf(evidence)], booked: 0n, moved, bookedOn: '' }
  const events: IncomingEvent[] = [{ type: 'EVIDENCE', evidence }]
  if (kind === 'REVERSAL') {
    const what = isCredit ? 'gave back a debit' : 'took back a credit'
    const problem = `The bank ${what} on ${account.accountNumber} in line ${raw.line} (${line.bankReference}).`
    events.push({ type: 'PROBLEM', problem })
  }
  return { events, booked: moved, moved, bookedOn }
}

function reasonOf(raw: RawLine, line: StatementLine | undefined): string {
  if (!line) return `The line "${raw.statementLine.slice(0, 100)}" has not the form of a field 61.`
  if (line.minor === undefined) return `Its amount "${line.amount}" is no amount.`
  return line.bookedOn === '' ? 'The day on which it was booked cannot be read.' : ''
}

function aside(
  raw: RawLine,
  account: EvidenceAccount,
  line: StatementLine | undefined,
  reason: string,
): LineReading {
  const { direction = '', minor = 0n, bookedOn = '', isExpected = false } = line ?? {}
  const source = [
    `:61:${raw.statementLine}`,
    ...raw.information.map((text) => `:86:${text}`),
    ...(raw.national === '' ? [] : [`:NS:${raw.national}`]),
  ].join('\n')
  const { currency } = account
  const scale = scaleOf(currency)
  const moved = direction === 'DEBIT' ? -minor : minor
  return {
    events: [
      asideOf({
        line: raw.line,
        account,
        reason,
        source,
        direction,
        currency,
        minor,
        scale,
        bookedOn,
      }),
    ],
    booked: isExpected ? 0n : moved,
    moved,
    bookedOn: '',
  }
}
