import type { ExportList } from '@corridor/contract'
import { customerLists } from './customers.ts'
import type { ListDefinition } from './define.ts'
import { depositLists } from './deposits.ts'
import { liquidityLists } from './liquidity.ts'
import { recordLists } from './records.ts'
import { transferList } from './transfers.ts'

/** Every list that can be exported. */
export const listDefinitions: Readonly<Record<ExportList, ListDefinition>> = {
  transfers: transferList,
  ...customerLists,
  ...depositLists,
  ...liquidityLists,
  ...recordLists,
}
