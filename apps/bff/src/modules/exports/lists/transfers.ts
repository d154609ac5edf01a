import { type ExportColumn, exportColumns } from '@corridor/contract'
import type { Column, ColumnKind, ListDefinition } from './define.ts'

const groups: readonly [string, readonly ExportColumn[]][] = [
  [
    'Transfer',
    [
      'executionId',
      'transactionId',
      'status',
      'eventStatus',
      'direction',
      'failureCode',
      'refundOf',
      'transactionHash',
    ],
  ],
  ['From', ['fromEntityId', 'fromName', 'payer', 'fromAccountId', 'fromJurisdiction']],
  ['To', ['toEntityId', 'toName', 'toAccountId', 'toJurisdiction']],
  [
    'Money',
    [
      'amountIn',
      'currencyIn',
      'amountOut',
      'currencyOut',
      'exchangeRate',
      'partnerFees',
      'svcFees',
      'txFees',
      'totalFees',
    ],
  ],
  ['Times', ['createdAt', 'startedAt', 'completedAt']],
]
const numbers = new Set<ExportColumn>([
  'amountIn',
  'amountOut',
  'exchangeRate',
  'partnerFees',
  'svcFees',
  'txFees',
  'totalFees',
])

const columnOf = (key: ExportColumn): Column => {
  const found = groups.find(([, keys]) => keys.includes(key))?.[0] ?? 'Transfer'
  const kind: ColumnKind = numbers.has(key) ? 'number' : found === 'Times' ? 'time' : 'text'
  return { key, group: found, kind, path: [key] }
}

/** Its rows are read without the rest of their records, which are many times as long. */
export const transferList: ListDefinition = {
  operation: 'transfers.list',
  id: 'executionId',
  columns: exportColumns.map(columnOf),
}
