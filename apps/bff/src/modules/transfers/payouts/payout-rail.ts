import type { Claim } from '../../../records/transfers/steps/store.ts'
import type { Tx } from '../../../db/open.ts'
import type { Payee } from './payee-store.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'

/**
 * Brings one stored order to pay outside: a bank's rail or a chain. The order is committed before
 * `submit` is called, with its amount held in the ledger; its id is the reference under which the
 * outside is asked again. Both calls may be repeated after a crash at any moment.
 *
 * `submit` is done when the outside has taken the order, `confirm` when the payee has the money; the
 * outcome's `reference` is the bank's own one or the hash of the transaction. The caller writes
 * the order's status and posts or voids its pending leg; `write` is for the rail's own rows and
 * further postings, e.g. gas. An unknown outcome is `waiting`, never `failed`.
 */
export type PayoutRail = {
  /** Reads what sending needs and is not known, in the transaction that writes the order. */
  prepare?(tx: Tx, payout: PayoutRow, known?: Payee): Promise<void>
  /** `isFresh`: this claim has written the order just now, so nobody has sent it. */
  submit(payout: PayoutRow, claim: Claim, isFresh?: boolean): Promise<StepOutcome>
  confirm(payout: PayoutRow, claim: Claim): Promise<StepOutcome>
  /** Whether the outside may know of it already; undefined where that is not to be had now. */
  isKnown(payout: PayoutRow): Promise<boolean | undefined>
}
