import type { Transfer } from '@corridor/contract'
import type { z } from 'zod'
import type { TransferRecord } from '../../../../records/transfers/store.ts'
import type { Hold } from './explanation-store.ts'
import type { Figures } from './figures.ts'

/** All that the sentences are made of. */
export type Facts = {
  row: TransferRecord
  body: z.output<typeof Transfer>
  figures: Figures
  holds: readonly Hold[]
  /** Names of the people of the partner, by UUID. */
  names: ReadonlyMap<string, string>
  /** What came beyond the quote and is sent back by an execution of its own, in minor units. */
  surplus: bigint
  /** What such transfers usually take, in milliseconds, once this one has waited for longer. */
  exceededMs: number | undefined
}
