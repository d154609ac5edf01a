import type { WaitingPayment } from '@corridor/contract'
import { formatId, toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { Tx } from '../../../db/open.ts'
import {
  type EvidenceView,
  evidenceOf,
  findPayments,
  listPayments,
  type PaymentView,
} from '../../../outside/bank/decisions-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type Owner, ownersOf } from './owners.ts'
import { messageBody } from './view.ts'

type Body = z.output<typeof WaitingPayment>
type Parts = Pick<Deps, 'jurisdictions' | 'kek'>

/** So many of all partners wait before some are not looked at; the oldest come first. */
export const openMax = 10_000
export const shownMax = 200

/** Payments of a partner that may be another one once more, those that wait longest first. */
export async function waitingPayments(
  tx: Tx,
  deps: Parts,
  partnerId: string,
): Promise<{ count: number; payments: Body[] }> {
  const held = await listPayments(tx, { state: 'HELD', limit: openMax })
  const owners = await ownersOf(tx, deps, held)
  const own = held.filter(({ id }) => owners.get(id)?.partnerId === partnerId)
  const shown = own.slice(0, shownMax)
  const others = await findPayments(
    tx,
    shown.flatMap(({ likely_of }) => likely_of ?? []),
  )
  // What it may be once more can be money of another partner, which is nobody else's business.
  const othersOwners = await ownersOf(tx, deps, others)
  const likely = new Map(
    others.flatMap((payment) => {
      const owner = othersOwners.get(payment.id)
      return owner?.partnerId === partnerId ? [[payment.id, { payment, owner }] as const] : []
    }),
  )
  const evidence = Map.groupBy(
    await evidenceOf(tx, [...shown.map(({ id }) => id), ...likely.keys()]),
    ({ paymentId }) => paymentId,
  )
  const payments = shown.map((payment) =>
    waitingBody(payment, {
      owner: owners.get(payment.id),
      likely: likely.get(payment.likely_of ?? ''),
      evidence,
    }),
  )
  return { count: own.length, payments }
}

type Known = {
  owner: Owner | undefined
  likely: { payment: PaymentView; owner: Owner } | undefined
  evidence: ReadonlyMap<string, readonly EvidenceView[]>
}

function waitingBody(payment: PaymentView, { owner, likely, evidence }: Known): Body {
  const messagesOf = (of: PaymentView) =>
    (evidence.get(of.id) ?? []).map((item) => messageBody(of, item))
  const { minor, scale, currency, created_at: createdAt, booked_on: bookedOn } = payment
  return {
    paymentId: payment.id,
    reason: payment.held_for as Body['reason'],
    amount: { amount: toWire({ minor, scale }), currency },
    bookedOn,
    waitingSince: (createdAt ?? new Date(bookedOn)).toISOString(),
    fundingAccountId: owner?.fundingAccountId ? formatId('fund', owner.fundingAccountId) : '',
    executionId: owner?.transferId ? formatId('exec', owner.transferId) : '',
    messages: messagesOf(payment),
    ...(likely
      ? {
          likely: {
            depositId: likely.owner.depositId ? formatId('dep', likely.owner.depositId) : '',
            bookedOn: likely.payment.booked_on,
            messages: messagesOf(likely.payment),
          },
        }
      : {}),
  }
}
