import { transferColumns } from '@corridor/contract'
import type { ListDefinition } from './define.ts'

/** Its rows are read without the rest of their records, which are many times as long. */
export const transferList: ListDefinition = {
  operation: 'transfers.list',
  id: 'executionId',
  columns: Object.entries(transferColumns).map(([key, { group, kind }]) => ({
    key,
    group,
    kind,
    path: [key],
  })),
}
