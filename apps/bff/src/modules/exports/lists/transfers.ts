import { type ExportColumns, transferColumns } from '@corridor/contract'
import type { ListDefinition } from './define.ts'

const columns: ExportColumns = transferColumns

export const transferList: ListDefinition = {
  operation: 'transfers.list',
  id: 'executionId',
  columns: Object.entries(columns).map(([key, { path = key, ...column }]) => ({
    key,
    ...column,
    path: path.split('.'),
  })),
}
