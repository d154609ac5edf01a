import type { DepositRecord as WholeBody, PayinDeposit } from '@corridor/contract'
import { formatId, toWire, customerName, depositStates } from '@corridor/domain'
import type { z } from 'zod'
import type { Deps } from '../../../ports/deps.ts'
import { maskNumber } from '../../accounts/external/secrets.ts'
import { jurisdictionRef } from '../../../outside/jurisdictions/jurisdictions.ts'
import { actionsOf, waitingOf } from './held-actions.ts'
import type { Outlook } from './fit.ts'
import type { DepositRecord } from './store.ts'
import type { QuestionRow, ReviewRow } from '../../../db/schema/rows.ts'
import { questionBody } from '../../transfers/reads/review-view.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'

type Body = z.output<typeof PayinDeposit>
type Parts = Pick<Deps, 'jurisdictions'>
/** The open review, with what was asked in it. */
type Waited = { review?: ReviewRow; questions?: readonly QuestionRow[] }

/** A deposit in the history of its route. */
export function depositBody(
  deps: Parts,
  row: DepositRecord,
  outlook: Partial<Outlook> | undefined,
): Body {
  const sender = senderOf(row)
  const { name, account, walletAddress, reference } = sender
  const waiting = waitingOf(row)
  return {
    depositId: formatId('dep', row.id),
    ...priceBody(deps, row),
    status: row.status,
    heldReason: row.held_reason,
    ...outlook,
    sender: { name, accountMasked: maskNumber(account), walletAddress, reference },
    payer: payerNameOf(sender),
    depositReference: row.bank_entry ?? '',
    depositHash: row.hash ?? '',
    payoutReference: row.payout_kind === 'BANK' ? (row.payout_reference ?? '') : '',
    payoutHash: row.payout_kind === 'CHAIN' ? (row.payout_reference ?? '') : '',
    destination: {
      externalAccountId: destinationOf(row),
      destinationVersion: row.destination_version ?? 0,
    },
    labels: row.labels as Body['labels'],
    receivedAt: row.received_at.toISOString(),
    ...(row.completed_at === null ? {} : { completedAt: row.completed_at.toISOString() }),
    ...(row.failure === null ? {} : { failure: row.failure as NonNullable<Body['failure']> }),
    allowedActions: actionsOf(waiting),
    version: row.version,
  }
}

/** A deposit outside its route's history. */
export const wholeBody = (
  deps: Parts,
  row: DepositRecord,
  { review, questions = [], ...outlook }: Partial<Outlook> & Waited,
): z.output<typeof WholeBody> => ({
  ...depositBody(deps, row, outlook),
  ...(review
    ? {
        review: {
          reviewId: formatId('rev', review.id),
          reason: review.reason,
          decider: review.decider,
          openedAt: review.opened_at.toISOString(),
          dueAt: review.due_at.toISOString(),
          questions: questions.map(questionBody),
        },
      }
    : {}),
  teleportId: row.route_id === null ? '' : formatId('tele', row.route_id),
  fundingAccountId: row.funding_account_id === null ? '' : formatId('fund', row.funding_account_id),
  accountOwner: {
    entityId: row.owner_id === null ? '' : formatId('ent', row.owner_id),
    name: customerName({
      first_name: row.first_name ?? '',
      last_name: row.last_name ?? '',
      business_name: row.business_name ?? '',
    }),
  },
  jurisdiction: jurisdictionRef(row.jurisdiction_id, deps.jurisdictions.byId(row.jurisdiction_id)),
})

/** What an execution made of it; nothing of that once it goes back, fees included. */
function priceBody({ jurisdictions }: Parts, row: DepositRecord) {
  const source = (minor: bigint) => ({
    amount: toWire({ minor, scale: row.scale }),
    currency: row.currency,
  })
  const isBack = depositStates[row.status].isGoingBack
  const isForwarded = row.carrier_id !== null && row.is_quoted && !isBack
  const fees = isForwarded ? [row.partner_fees, row.svc_fees, row.tx_fees] : []
  const [partnerFees = 0n, svcFees = 0n, txFees = 0n] = fees
  const target = jurisdictions.byId(row.destination_jurisdiction ?? '')?.currency
  return {
    executionId: row.carrier_id === null ? '' : formatId('exec', row.carrier_id),
    amountIn: source(row.amount),
    amountOut: isForwarded
      ? {
          amount: toWire({ minor: row.amount_out, scale: row.scale_out }),
          currency: row.currency_out,
        }
      : { amount: 0, currency: target ?? row.currency },
    exchangeRate: isForwarded ? Number.parseFloat(row.rate) : 0,
    fees: {
      partnerFees: source(partnerFees),
      svcFees: source(svcFees),
      txFees: source(txFees),
      totalFees: source(partnerFees + svcFees + txFees),
    },
  }
}

/** Where it goes or went; until then where its route's version leads to. */
function destinationOf(row: DepositRecord): string {
  if (row.carrier_id !== null && row.is_quoted) return formatId('acc', row.to_account_id)
  return row.destination_id === null ? '' : formatId('acc', row.destination_id)
}
