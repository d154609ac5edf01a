import { judgeDeposit } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { microDollars } from '../../records/partners/terms.ts'
import { brokenLimit } from '../../records/transfers/customer-limit.ts'
import { byWorker } from '../../records/transfers/transition.ts'
import { hasCapability } from '../kyc/case/gate.ts'
import { readUsedToday } from '../payin-routes/deposits/facts-store.ts'
import { startPrepared } from '../transfers/funding/from-deposit.ts'
import { type FromDepositParts, prepareFromDeposit } from '../transfers/funding/prepare-deposit.ts'
import { isStranger } from '../transfers/funding/fit.ts'

/**
 * Money that was booked while its transfer waited, and read only after that had expired: it was not
 * late. EXPIRED is final, so an execution of its own pays the same payee, at the price of now.
 * Undefined where somebody has to decide.
 */
export async function payThoughExpired(
  tx: Tx,
  deps: FromDepositParts,
  expired: TransferRow,
  deposit: DepositRow,
): Promise<TransferKey | undefined> {
  const { partner_id: partnerId } = deposit
  const judgement = judgeDeposit(expired.amount_in, deposit.amount)
  const isMeant = judgement === 'EXACT' || judgement === 'NEAR'
  if (!wasInTime(expired, deposit) || !isMeant || isStranger(expired, deposit)) return undefined
  const prepared = await prepareFromDeposit(tx, deps, {
    deposit,
    fromEntityId: expired.from_entity_id,
    fromAccountId: expired.from_account_id,
    toAccountId: expired.to_account_id,
    isCounted: true,
    reason: 'booked before the end of its window',
  })
  if (!prepared.ok) return undefined
  const { ends, priced } = prepared.value
  for (const { entity, jurisdiction } of [ends.from, ends.to])
    if (!(await hasCapability(tx, partnerId, entity.id, jurisdiction.id))) return undefined
  const { worth, partner, customer } = priced
  if (brokenLimit(partner, customer, worth)) return undefined
  const used = await readUsedToday(tx, partnerId)
  if (worth > microDollars(partner.txnLimit)) return undefined
  if (used + worth > microDollars(partner.dailyLimit)) return undefined
  const { transfer } = await startPrepared(tx, deps, byWorker(partnerId), prepared.value)
  return { partnerId, transferId: transfer.id }
}

/** The window is looked at by the day on which the money was booked, where no moment is known. */
export const wasInTime = (
  { deposit_until: until, started_at }: TransferRow,
  { booked_from, received_at }: DepositRow,
): boolean => started_at !== null && until !== null && (booked_from ?? received_at) < until
