import { visibleStatusOf } from '../../../records/transfers/expiry.ts'
import type { ExportColumn } from '@corridor/contract'
import { memberColumns, type ExportedMember } from '../../../records/transfers/members.ts'
import { formatId, toText, executionId } from '@corridor/domain'
import type { ExportedTransfer as Row } from '../reads/list-store.ts'

type Cell = { column: string; value: string; isNumber?: boolean }

const text = (value: string | null | undefined): Omit<Cell, 'column'> => ({ value: value ?? '' })
const number = (value: string): Omit<Cell, 'column'> => ({ value, isNumber: true })
const fee = (row: Row, minor: bigint) => number(toText(minor, row.scale_in))

/** The value of each column that is no member as it is stored, as in the record (operations.md 5). */
const cells: Readonly<
  Record<Exclude<ExportColumn, ExportedMember>, (row: Row) => Omit<Cell, 'column'>>
> = {
  executionId: (row) => text(executionId(row)),
  status: (row) => text(visibleStatusOf(row)),
  eventStatus: (row) => text(visibleStatusOf(row) === row.status ? row.event_status : 'expired'),
  fromEntityId: (row) => text(formatId('ent', row.from_entity_id)),
  fromName: (row) => text(row.from_name),
  payer: (row) => text(row.payer),
  fromAccountId: (row) =>
    text(
      row.from_account_id === row.funding_account_id
        ? formatId('fund', row.from_account_id)
        : formatId('acc', row.from_account_id),
    ),
  fromJurisdiction: (row) => text(row.from_jurisdiction),
  toEntityId: (row) => text(formatId('ent', row.to_entity_id)),
  toName: (row) => text(row.to_name),
  toAccountId: (row) => text(formatId('acc', row.to_account_id)),
  toJurisdiction: (row) => text(row.to_jurisdiction),
  amountIn: (row) => number(toText(row.amount_in, row.scale_in)),
  currencyIn: (row) => text(row.currency_in),
  amountOut: (row) => number(toText(row.amount_out, row.scale_out)),
  currencyOut: (row) => text(row.currency_out),
  exchangeRate: (row) => number(row.rate),
  partnerFees: (row) => fee(row, row.partner_fees),
  svcFees: (row) => fee(row, row.svc_fees),
  txFees: (row) => fee(row, row.tx_fees),
  totalFees: (row) => fee(row, row.partner_fees + row.svc_fees + row.tx_fees),
  failureCode: (row) => text(row.failure_code),
  refundOf: (row) =>
    text(row.refund_of === null ? '' : executionId({ kind: row.kind, id: row.refund_of })),
}

export const cellsOf = (row: Row, columns: readonly ExportColumn[]): Cell[] =>
  columns.map((column) => ({
    column,
    ...(isStored(column) ? stored(row, column) : cells[column](row)),
  }))

const isStored = (column: ExportColumn): column is ExportedMember => column in memberColumns

function stored(row: Row, column: ExportedMember): Omit<Cell, 'column'> {
  const value = row[memberColumns[column]]
  return text(value instanceof Date ? value.toISOString() : value)
}
