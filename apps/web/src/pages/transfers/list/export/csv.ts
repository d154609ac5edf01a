import { csvField, csvLine } from '@corridor/domain'
import { decimalText } from '../../../../ui/format/numbers.ts'
import type { Zone } from '../../../../ui/format/times.ts'
import { kindOf } from '../../../../features/transfers/labels.ts'
import type { ListedTransfer } from '../../../../api/queries/transfers.ts'

type CsvColumn = { name: string; value: (transfer: ListedTransfer, zone: Zone) => string }

/** Columns of an export; a currency has a column of its own, an amount is a plain decimal. */
export const csvColumns: readonly CsvColumn[] = [
  { name: 'reference', value: (row) => row.transactionId },
  { name: 'execution_id', value: (row) => row.executionId },
  { name: 'kind', value: (row) => kindOf(row.executionId) },
  { name: 'direction', value: (row) => row.direction },
  { name: 'status', value: (row) => row.status },
  { name: 'event_status', value: (row) => row.eventStatus },
  ...sideColumns('from'),
  ...sideColumns('to'),
  { name: 'exchange_rate', value: (row) => decimalText(row.exchangeRate) },
  { name: 'partner_fees', value: ({ fees }) => decimalText(fees.partnerFees.amount) },
  { name: 'service_fees', value: ({ fees }) => decimalText(fees.svcFees.amount) },
  { name: 'transaction_fees', value: ({ fees }) => decimalText(fees.txFees.amount) },
  { name: 'total_fees', value: ({ fees }) => decimalText(fees.totalFees.amount) },
  { name: 'fee_currency', value: ({ fees }) => fees.totalFees.currency },
  { name: 'transaction_hash', value: (row) => row.transactionHash },
  { name: 'failure_code', value: (row) => row.failure?.code ?? '' },
  { name: 'created_at', value: (row, zone) => instantIn(row.createdAt, zone) },
  { name: 'started_at', value: (row, zone) => instantIn(row.startedAt, zone) },
  { name: 'completed_at', value: (row, zone) => instantIn(row.completedAt, zone) },
]

function sideColumns(side: 'from' | 'to'): CsvColumn[] {
  return [
    { name: `${side}_name`, value: (row) => row[side].fullName },
    { name: `${side}_entity_id`, value: (row) => row[side].entityId },
    { name: `${side}_account_id`, value: (row) => row[side].accountId },
    { name: `${side}_address`, value: (row) => row[side].wallet?.walletAddress ?? '' },
    { name: `${side}_jurisdiction`, value: (row) => row[side].jurisdiction },
    { name: `${side}_amount`, value: (row) => decimalText(row[side].amount) },
    { name: `${side}_currency`, value: (row) => row[side].currency },
  ]
}

export function headLine(): string {
  return csvLine(csvColumns.map(({ name }) => name))
}

/** Rows as RFC 4180 lines, each with its end. */
export function csvLines(rows: readonly ListedTransfer[], zone: Zone): string {
  return rows
    .map((row) => csvLine(csvColumns.map(({ value }) => csvField(value(row, zone)))))
    .join('')
}

/** ISO 8601 with the offset of the zone that the console shows. */
export function instantIn(at: string | undefined, zone: Zone): string {
  const ms = Date.parse(at ?? '')
  if (Number.isNaN(ms)) return ''
  const moment = new Date(ms)
  if (zone === 'utc') return moment.toISOString()
  const minutes = -moment.getTimezoneOffset()
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1)
  const sign = minutes < 0 ? '-' : '+'
  const offset = Math.abs(minutes)
  return `${local}${sign}${two(Math.floor(offset / 60))}:${two(offset % 60)}`
}

const two = (value: number) => String(value).padStart(2, '0')
