import { formatId, executionId } from '@corridor/domain'
import { sendTogether } from '../../../db/send-together.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { carriedBy } from '../../transfers/funding/from-deposit.ts'
import { beginRefund, type RefundParts } from '../../transfers/refunds/refund.ts'
import { insertReturnSteps, insertTransfer } from '../../../records/transfers/insert-store.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { isPartyNamed, newParty, type Party } from '../../../records/transfers/parties.ts'
import * as store from '../../../records/transfers/store.ts'
import { type ReturnTo, shownPayee } from '../../deposits/return-target.ts'
import type { EntityRow, DepositRow } from '../../../db/schema/rows.ts'

export type ReturnParts = RefundParts & Pick<Deps, 'ids'>

export type Returning = {
  /** Just inserted (RECEIVED), or held in suspense (HELD) without an execution; locked. */
  deposit: DepositRow
  /** Whose money it is: the customer, and its account that it came in on. */
  entityId: string
  accountId: string
  to: ReturnTo
  routeId?: string
  destinationVersion?: number
  reason: string
}

/**
 * Sends a deposit back by an execution of its own, which begins at REFUNDING and has the deposit's id
 * as its transaction id; all of it goes back, without fees. A worker continues it after the commit.
 */
export async function startReturn(tx: Tx, deps: ReturnParts, by: AuditedBy, order: Returning) {
  const { deposit } = order
  const owner = await findEntity(tx, deposit.partner_id, order.entityId)
  if (!owner) throw new Error(`the deposit ${deposit.id} has no owner`)
  const id = deps.ids.uuid()
  const transactionId = await store.claimDepositName(tx, deposit, id)
  const account = await shownPayee(tx, deposit.partner_id, order.to)
  const values = rowOf(deps, order, { id, transactionId, owner, account, at: await now(tx) })
  const { transfer } = await sendTogether({
    transfer: insertTransfer(tx, values),
    steps: insertReturnSteps(tx, deposit, id),
  })
  await recordEvent(tx, transferEvent(transfer, '', 'initiated'))
  const isHeld = deposit.status === 'HELD'
  const moved = await recordDeposit(tx, deposit, {
    by,
    moves: isHeld ? ['return'] : ['hold', 'return'],
    also: carriedBy(transfer, order),
    posting: { jurisdictions: deps.jurisdictions, transferId: id },
    publish: [
      ...(isHeld ? [] : [{ type: 'initiated', status: 'funds_received' } as const]),
      { type: 'transitioned', status: 'refund_in_flight' },
    ],
    execution: transfer,
    audit: {
      action: 'transfer.return',
      object: { kind: 'transfer', id: executionId(transfer) },
      after: { status: transfer.status, depositId: formatId('dep', deposit.id) },
      reason: order.reason,
    },
  })
  await beginRefund(tx, deps, transfer)
  return { transfer, deposit: moved }
}

type Made = {
  id: string
  transactionId: string
  owner: EntityRow
  account: Pick<Party, 'wallet' | 'account'>
  at: Date
}

function rowOf(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  { deposit, entityId, accountId, to, routeId }: Returning,
  { id, transactionId, owner, account, at }: Made,
) {
  const { amount: minor, currency, scale, jurisdiction_id: jurisdictionId } = deposit
  const party = newParty(owner, jurisdictions.byId(jurisdictionId)?.name ?? '')
  const sender = senderOf(deposit)
  const fullName = to.beneficiary === null ? party.fullName : sender.name
  const payer = payerNameOf(sender)
  const isOther = payer !== '' && !isPartyNamed(party, payer)
  const money = { minor, currency, scale }
  const order = {
    partnerId: deposit.partner_id,
    id,
    transactionId,
    direction: deposit.source === 'BANK' ? 'FIAT_TO_FIAT' : 'CRYPTO_TO_CRYPTO',
    status: 'REFUNDING' as const,
    eventStatus: 'refund_in_flight',
    from: { entityId, accountId, jurisdictionId, party: { ...party, ...(isOther && { payer }) } },
    to: {
      entityId,
      accountId: to.accountId ?? accountId,
      jurisdictionId,
      party: { ...party, fullName, email: '', ...account },
    },
    amounts: { inAmount: money, outAmount: money },
    at,
  }
  return newTransfer(order, {
    received: minor,
    funding_account_id: deposit.funding_account_id,
    deposit_id: deposit.id,
    route_id: deposit.route_id ?? routeId ?? null,
    transaction_hash: deposit.hash,
    chain_id: deposit.chain_id,
    refund: JSON.stringify({ to }),
    started_at: at,
  })
}
