import type { Tx } from '../db/open.ts'
import type { Awaited, Caller } from './request/caller.ts'
import type { Operation } from './path-table.ts'
import type { Refusal } from './request/refusal.ts'

/** A call of an operation that the contract marks with `approval`. */
export type GatedCall = { operation: Operation; input: unknown; caller: Caller }

export type Judged =
  /** Nobody is asked; `note` keeps the decision beside its effect. */
  | { outcome: 'allow'; note: () => Promise<void> }
  | { outcome: 'deny'; note: () => Promise<void>; refusal: Refusal }
  /** Others have to agree; `keep` writes what they are asked, and gives the refusal that names it. */
  | { outcome: 'approvals'; awaited: Awaited; keep: () => Promise<Refusal> }

/** Asks the partner's policy, in the transaction of the operation and before its handler. */
export type ApprovalGate = { judge: (tx: Tx, call: GatedCall) => Promise<Judged> }
