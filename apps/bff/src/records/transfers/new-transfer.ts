import { executionId, type Money, type TransferStatus } from '@corridor/domain'
import type { NewTransfer } from '../../db/schema/rows.ts'
import type { Party } from './parties.ts'

/** One side of a new transfer, with how its record shows it. */
type Side = { entityId: string; accountId: string; jurisdictionId: string; party: Party }

export type TransferOrder = {
  partnerId: string
  id: string
  kind?: 'wallet' | 'ordinary'
  transactionId: string
  direction: string
  status: TransferStatus
  eventStatus: string
  from: Side
  to: Side
  /** Without fees where there are none. */
  amounts: {
    inAmount: Money
    outAmount: Money
    partnerFees?: Money
    svcFees?: Money
    txFees?: Money
  }
  /** Where the payer pays in, and by what its payment is known. */
  depositAccount?: { reference: string } | { depositWalletAddress: string }
  at: Date
}

type Ordered =
  | `${'from' | 'to'}_${'party' | 'entity_id' | 'account_id'}`
  | `${'currency' | 'scale' | 'amount' | 'jurisdiction'}_${'in' | 'out'}`
  | `${'partner' | 'svc' | 'tx'}_fees`
type Columns = Partial<Omit<NewTransfer, Ordered | 'partner_id' | 'id' | 'kind' | 'search_text'>>

/** The row of a new transfer of any kind: what all have in common, and further columns as they are. */
export function newTransfer<T extends Columns>(order: TransferOrder, columns: T) {
  const { partnerId, id, kind = 'ordinary', from, to, amounts, depositAccount, at } = order
  const { inAmount, outAmount } = amounts
  return {
    partner_id: partnerId,
    id,
    kind,
    transaction_id: order.transactionId,
    direction: order.direction,
    status: order.status,
    event_status: order.eventStatus,
    from_entity_id: from.entityId,
    from_account_id: from.accountId,
    to_entity_id: to.entityId,
    to_account_id: to.accountId,
    from_party: JSON.stringify(from.party),
    to_party: JSON.stringify(to.party),
    jurisdiction_in: from.jurisdictionId,
    jurisdiction_out: to.jurisdictionId,
    currency_in: inAmount.currency,
    scale_in: inAmount.scale,
    amount_in: inAmount.minor,
    currency_out: outAmount.currency,
    scale_out: outAmount.scale,
    amount_out: outAmount.minor,
    rate: '1',
    partner_fees: amounts.partnerFees?.minor ?? 0n,
    svc_fees: amounts.svcFees?.minor ?? 0n,
    tx_fees: amounts.txFees?.minor ?? 0n,
    // No request asked for it.
    request_hash: Buffer.alloc(0),
    valid_until: at,
    ...(depositAccount && { deposit_account: JSON.stringify(depositAccount) }),
    created_at: at,
    updated_at: at,
    version: 1,
    search_text: searchText({ ...order, kind }, columns.transaction_hash ?? ''),
    ...columns,
  }
}

/** Everything by which a transfer can be searched, in lower case. */
function searchText(order: TransferOrder & { kind: string }, hash: string): string {
  const { transactionId, from, to, depositAccount = { reference: '' } } = order
  const texts = [
    transactionId,
    executionId(order),
    from.party.fullName,
    from.party.latinName ?? '',
    to.party.fullName,
    to.party.latinName ?? '',
    from.party.payer ?? '',
    ...accountsOf(from.party),
    ...accountsOf(to.party),
    'reference' in depositAccount ? depositAccount.reference : depositAccount.depositWalletAddress,
    hash,
  ]
  return [...new Set(texts)]
    .filter((text) => text !== '')
    .join(' ')
    .toLowerCase()
}

/** The text by which a transfer is searched, with a name that it got later. */
export function alsoFoundBy({ search_text: before }: { search_text: string }, name: string) {
  const text = name.toLowerCase()
  return before.includes(text) ? before : `${before} ${text}`
}

/** A wallet's address, or what may be shown of a bank account's numbers. */
function accountsOf({ wallet, account = {} }: Party): string[] {
  const ends = Object.values(account).map((value) => /^•+(\w+)$/.exec(String(value))?.[1] ?? '')
  return [wallet?.walletAddress ?? '', ...ends]
}
