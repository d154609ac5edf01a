import { createHash } from 'node:crypto'
import type { Operation } from '../../api/path-table.ts'
import type { AnyHandler } from '../../api/handlers.ts'
import type { Endpoint } from '@corridor/contract'
import { canonicalJson } from '../../api/request/json.ts'
import type { Asked, AskedOf } from '../../records/approvals/asked.ts'

/** By id of each operation that the contract marks: how it is read what a call would do. */
export type FactsByOperation = Readonly<Record<string, AskedOf<never>>>

/** Finds operation and handler of a kept request by the operation's id. */
export type FindOperation = (
  id: string,
) => { operation: Operation; handler: AnyHandler<Endpoint> } | undefined

/** What people agree to; two calls with the same hash do the same. */
export const contentHashOf = (operation: string, { subject, bound }: Asked): Buffer =>
  createHash('sha256').update(canonicalJson({ operation, subject, bound })).digest()
