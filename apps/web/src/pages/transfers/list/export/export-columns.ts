import type { InputOf, transfers } from '../../../../api/call.ts'
import { codeLabel } from '../../../../ui/format/status.ts'

type Body = InputOf<typeof transfers.export>
export type ExportBody = Body extends { body: infer B } ? B : never
export type ExportColumn = NonNullable<ExportBody['columns']>[number]

/** What the service can write of a transfer, in its own order. */
export const exportColumns = [
  'executionId',
  'transactionId',
  'status',
  'eventStatus',
  'direction',
  'fromEntityId',
  'fromName',
  'fromAccountId',
  'fromJurisdiction',
  'toEntityId',
  'toName',
  'toAccountId',
  'toJurisdiction',
  'amountIn',
  'currencyIn',
  'amountOut',
  'currencyOut',
  'exchangeRate',
  'partnerFees',
  'svcFees',
  'txFees',
  'totalFees',
  'failureCode',
  'refundOf',
  'transactionHash',
  'createdAt',
  'startedAt',
  'completedAt',
] as const satisfies readonly ExportColumn[]

const labels: Partial<Record<ExportColumn, string>> = {
  transactionId: 'Reference',
  eventStatus: 'Last event',
  svcFees: 'Service fees',
  txFees: 'Transaction fees',
}

/** `fromEntityId` as `From entity id`. */
export function columnLabel(column: ExportColumn): string {
  return labels[column] ?? codeLabel(column.replaceAll(/[A-Z]/g, (letter) => `_${letter}`))
}
