import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '@corridor/chains'
import { fail, ok, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { FrameRow, PaymentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findFrame, lockFrame } from '../../../records/liquidity/frame-store.ts'
import { frameIdOf, moveFrame } from '../../../records/liquidity/frames.ts'
import { findLine, type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import {
  findPaymentsByHash,
  lockPaymentByHash,
  releaseForeignClaim,
} from '../../../records/liquidity/payment-store.ts'
import { claimPayment } from '../../partners/claim-store.ts'
import { readHash } from '../../partners/payments.ts'
import { chainOf } from '../line/line.ts'
import { acceptByPayment, mayPay, paysFee } from '../payments/fee.ts'
import { feeProblem, type Look, lookAt } from './fee-transaction.ts'

type Parts = Pick<Deps, 'db' | 'chains' | 'jurisdictions' | 'ids'>
type Body = { reserveFrameId: string; feeTxnHash: string }
export type AcceptFailure = Failure<
  | 'TRANSACTION_HASH_INVALID'
  | 'TRANSACTION_HASH_REUSED'
  | 'RESERVE_NOT_FOUND'
  | 'RESERVE_NOT_QUOTED'
  | 'RESERVE_EXPIRED'
  | 'FEE_TXN_MISMATCH'
>
/** The hash in its one written form, and what the chain reported of it before the transaction. */
type Asked = { frameId: string; hash: Hex; look: Look }

/** How long the fee may take to become final. */
const confirmMs = 15 * 60_000
/** The chain's watcher books a final payment within moments. */
const bookedWithinMs = 2_000
const lookMs = 40

/** Acceptance of frames by the transaction that paid the fee. */
export function createAcceptance(deps: Parts) {
  return { prepare, accept }

  /** Asks the chain; a payment that is final there is waited for, as it is about to be booked. */
  async function prepare({ partnerId }: Caller, { reserveFrameId, feeTxnHash }: Body) {
    const hash = readHash(feeTxnHash)
    if (!hash)
      return refused('TRANSACTION_HASH_INVALID', 'feeTxnHash', 'This is no transaction hash.')
    const id = parseId('rsv', reserveFrameId)
    const found = id && (await deps.db.withPartner(partnerId, (tx) => read(tx, partnerId, id)))
    if (!id || !found) return notFound
    const look = await lookAt(chainOf(deps, found.frame.chain_id), hash)
    const isComing =
      look.kind === 'FINAL' &&
      found.frame.status === 'QUOTED' &&
      feeProblem(found.frame, found.line, look.receipt) === undefined
    if (isComing) await untilBooked(partnerId, hash)
    return ok({ frameId: id, hash, look })
  }

  async function read(tx: Tx, partnerId: string, id: string) {
    const [line, frame] = [await findLine(tx, partnerId), await findFrame(tx, partnerId, id)]
    return line && frame ? { line, frame } : undefined
  }

  async function untilBooked(partnerId: string, hash: string): Promise<void> {
    for (let spentMs = 0; spentMs < bookedWithinMs; spentMs += lookMs) {
      const booked = await deps.db.withPartner(partnerId, (tx) =>
        findPaymentsByHash(tx, partnerId, hash),
      )
      if (booked.length > 0) return
      await sleep(lookMs)
    }
  }

  /** State before hash: whether the frame may be accepted at all is checked first. */
  async function accept(tx: Tx, caller: Caller, { frameId, hash, look }: Asked) {
    const line = await lockLine(tx, caller.partnerId)
    const frame = await lockFrame(tx, caller.partnerId, frameId)
    if (!frame) return notFound
    const state = stateProblem(frame, line.at)
    if (state) return state
    const payment = await lockPaymentByHash(tx, caller.partnerId, {
      chainId: frame.chain_id,
      hash,
      token: line.token,
    })
    if (payment && payment.status !== 'UNMATCHED') return reused
    if (!(await claim(tx, frame, hash, payment))) return reused
    if (payment) return byPayment(tx, caller, { line, frame, payment })
    const problem = look.kind === 'FINAL' ? feeProblem(frame, line, look.receipt) : undefined
    if (problem !== undefined) return refused('FEE_TXN_MISMATCH', 'feeTxnHash', problem)
    const submitted = await moveFrame(tx, caller, frame, 'submit', {
      fee_hash: hash,
      confirm_until: new Date(line.at.getTime() + confirmMs),
    })
    return ok(submitted)
  }

  async function byPayment(
    tx: Tx,
    caller: Caller,
    { line, frame, payment }: { line: Line; frame: FrameRow; payment: PaymentRow },
  ) {
    if (!paysFee(payment, frame))
      return refused('FEE_TXN_MISMATCH', 'feeTxnHash', 'The transaction pays less than the fee.')
    if (!(await mayPay(tx, line, payment)))
      return refused('FEE_TXN_MISMATCH', 'feeTxnHash', 'The payer is no wallet of yours on record.')
    return ok(await acceptByPayment(tx, deps, caller, frame, payment))
  }

  /**
   * A hash pays for one thing, whoever names it first. What another partner stated of a payment to
   * this partner's own wallet stands in nobody's way.
   */
  async function claim(
    tx: Tx,
    { chain_id: chainId, partner_id: partnerId, id: subjectId }: FrameRow,
    hash: Hex,
    payment: PaymentRow | undefined,
  ): Promise<boolean> {
    const wanted = { chainId, hash, partnerId, subjectId, purpose: 'RESERVE_FEE' } as const
    if (await claimPayment(tx, wanted)) return true
    if (!payment || !(await releaseForeignClaim(tx, payment))) return false
    return claimPayment(tx, wanted)
  }
}

function stateProblem(frame: FrameRow, at: Date) {
  if (frame.status === 'EXPIRED' || (frame.status === 'QUOTED' && frame.valid_until <= at))
    return refused('RESERVE_EXPIRED', 'reserveFrameId', 'The quote of this frame has expired.')
  if (frame.status === 'QUOTED') return undefined
  const text = `The frame ${frameIdOf(frame)} is ${frame.status}.`
  return refused('RESERVE_NOT_QUOTED', 'reserveFrameId', text)
}

const refused = <C extends AcceptFailure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })

const notFound = refused('RESERVE_NOT_FOUND', 'reserveFrameId', 'No reserve frame has this id.')
const reused = refused('TRANSACTION_HASH_REUSED', 'feeTxnHash', 'This payment was used already.')

export const acceptedMessage = ({ status }: Pick<FrameRow, 'status'>): string =>
  status === 'ACCEPTED'
    ? 'Reserve frame accepted.'
    : 'The fee transaction is not final yet. The frame is accepted as soon as it is.'
