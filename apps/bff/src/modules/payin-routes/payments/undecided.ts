import type { payinRoutes, ResponseOf } from '@corridor/contract'
import { formatId, toWire } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { listPayments } from '../../../outside/bank/decisions-store.ts'
import { entryOf } from '../../../outside/bank/entry-text.ts'
import { listAttention } from '../../../outside/bank/files-attention-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { ownersOf } from './owners.ts'
import { findPayoutOwners } from './store.ts'
import { openMax, shownMax } from './waiting.ts'

type Body = ResponseOf<typeof payinRoutes.listWaiting>['data']['data']
type Unassigned = Body['unassigned'][number]

const kinds: Readonly<Record<string, Unassigned['kind']>> = {
  RETURN: 'RETURN',
  BATCH: 'BATCH',
  CREDIT: 'CREDIT',
}

/**
 * Money in suspense that seems to be a partner's: it names a payment of its transfers, or is on an
 * account of its customers. Whose it is the operator decides, so that it shows neither payer nor text.
 */
export async function unassignedMoney(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions' | 'kek'>,
  partnerId: string,
): Promise<Unassigned[]> {
  const found = await listPayments(tx, { state: 'SUSPENSE', limit: openMax })
  const payouts = await findPayoutOwners(
    tx,
    found.map(({ payout }) => payout),
  )
  const owners = await ownersOf(
    tx,
    deps,
    found.filter(({ payout }) => payout === ''),
  )
  const own = found.flatMap((payment) => {
    const payout = payouts.get(payment.payout)
    const owner = payout ?? owners.get(payment.id)
    const kind = payout
      ? 'RETURN'
      : kinds[payment.entry === null ? '' : entryOf(payment.entry).kind]
    return kind && owner?.partnerId === partnerId ? [{ payment, owner, payout, kind }] : []
  })
  return own.slice(0, shownMax).map(({ payment, owner, payout, kind }) => ({
    paymentId: payment.id,
    kind,
    amount: {
      amount: toWire({ minor: payment.minor, scale: payment.scale }),
      currency: payment.currency,
    },
    bookedOn: payment.booked_on,
    waitingSince: (payment.created_at ?? new Date(payment.booked_on)).toISOString(),
    fundingAccountId:
      'fundingAccountId' in owner && owner.fundingAccountId
        ? formatId('fund', owner.fundingAccountId)
        : '',
    executionId: payout ? formatId('exec', payout.transferId) : '',
  }))
}

/** Payments of a partner's transfers whose last status at the bank is for a person. */
export async function undecidedPayouts(tx: Tx, partnerId: string): Promise<Body['payouts']> {
  const found = await listAttention(tx, openMax)
  const own = found.filter((row) => row.partner_id === partnerId).slice(0, shownMax)
  const payouts = await findPayoutOwners(
    tx,
    own.map(({ payment }) => payment),
  )
  return own.flatMap(({ payment, status, reasons, made_at: madeAt }) => {
    const payout = payouts.get(payment)
    if (!payout) return []
    const { minor, scale, currency, transferId } = payout
    return [
      {
        executionId: formatId('exec', transferId),
        amount: { amount: toWire({ minor, scale }), currency },
        status,
        reasons: reasons as unknown as Body['payouts'][number]['reasons'],
        reportedAt: madeAt.toISOString(),
      },
    ]
  })
}
