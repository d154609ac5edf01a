import {
  assetName,
  type FeeAccount,
  feeAccounts,
  formatId,
  kycFeeCurrency,
  kycFeeLegs,
  kycFeePaidLegs,
  lowBalance,
  paymentsDepositLegs,
  payable,
  runsLow,
  toWire,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { partnerStandings, postGroup } from '../../records/ledger/service.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import {
  addEntry,
  dueFees,
  type DueFee,
  type FeeAccountRow,
  lockFeeAccount,
  markPaid,
} from './fee-store.ts'
import { feePlace, type FeePlace } from './payments.ts'

export type FeeDeps = Pick<Deps, 'chains' | 'jurisdictions' | 'ids'>

const batchMax = 500

/** How the ledger names what is in the accounts. */
export const feeAsset = ({ token }: FeePlace) => ({
  asset: assetName(token.currency, token.chainId),
  scale: token.currencyScale,
})

/** What an account holds, in minor units. */
export async function feeBalance(tx: Tx, place: FeePlace, partnerId: string, account: FeeAccount) {
  const kind = feeAccounts[account].ledger
  const { asset } = feeAsset(place)
  const all = await partnerStandings(tx, partnerId, kind, formatId('par', partnerId))
  return all.find((item) => item.asset === asset)?.balance ?? 0n
}

/**
 * Pays the fees that are due from an account, the oldest first, as long as it holds enough. Writes
 * entries, postings, events and audit; returns the balance that is left.
 */
export async function payDueFees(tx: Tx, deps: FeeDeps, by: AuditedBy, account: FeeAccount) {
  const of = { partnerId: by.partnerId, account }
  const place = feePlace(deps)
  let row = await lockFeeAccount(tx, of)
  let balance = await feeBalance(tx, place, of.partnerId, account)
  for (;;) {
    const due = await dueFees(tx, of, batchMax)
    const paid = payable(balance, due)
    for (const fee of paid) {
      row = await payOne(tx, deps, by, { place, row, fee, before: balance })
      balance -= fee.amount
    }
    if (paid.length < batchMax) return balance
  }
}

type Paying = { place: FeePlace; row: FeeAccountRow; fee: DueFee; before: bigint }

async function payOne(
  tx: Tx,
  { ids }: FeeDeps,
  by: AuditedBy,
  { place, row, fee, before }: Paying,
): Promise<FeeAccountRow> {
  const { account } = row
  const { partnerId } = by
  const { amount } = fee
  const partner = formatId('par', partnerId)
  const sum = { ...feeAsset(place), amount, partner }
  await postGroup(tx, {
    partnerId,
    transferId: fee.id,
    step: 'kyc_fee',
    legs: kycFeeLegs({ ...sum, from: feeAccounts[account].ledger }),
  })
  await markPaid(tx, partnerId, fee.id)
  const after = before - amount
  const entityId = formatId('ent', fee.entity_id)
  const next = await addEntry(tx, row, {
    id: ids.uuid(),
    type: 'KYC_FEE',
    amount: -amount,
    balanceAfter: after,
    description: `Verification of ${entityId}`,
    entityId: fee.entity_id,
  })
  const change = { place, account: next, amount, balance: after }
  await recordBalanceChange(tx, 'debited', change)
  const threshold = lowBalance * 10n ** BigInt(place.token.currencyScale)
  if (runsLow(before, after, threshold)) await recordBalanceChange(tx, 'low_balance', change)
  await recordAudit(tx, by, {
    action: `${feeAccounts[account].ledger}.debit`,
    object: { kind: 'payments_account', id: partner },
    after: {
      account,
      submissionId: formatId('sub', fee.id),
      amount: toWire({ minor: amount, scale: sum.scale }),
    },
  })
  return next
}

/** Books a fee that a transaction of its own has paid; what is beyond it goes to the payments account. */
export function bookPaidFee(
  tx: Tx,
  paid: {
    partnerId: string
    subjectId: string
    chainId: string
    currency: string
    scale: number
    /** The fee, and all that arrived. */
    amount: bigint
    received: bigint
    toWalletAddress: string
  },
): Promise<void> {
  const { partnerId, subjectId: transferId, chainId, currency, scale, amount, received } = paid
  const place = { kind: 'CHAIN', address: paid.toWalletAddress } as const
  const of = { asset: assetName(currency, chainId), scale, place }
  const partner = formatId('par', partnerId)
  const legs = [
    ...kycFeePaidLegs({ ...of, amount }),
    ...paymentsDepositLegs({ ...of, amount: received - amount, partner }),
  ]
  return postGroup(tx, { partnerId, transferId, step: 'kyc_fee', legs })
}

export type AccountChange = {
  place: FeePlace
  /** Where it is not the currency of the fees. */
  asset?: { currency: string; scale: number }
  account: FeeAccountRow
  amount: bigint
  balance: bigint
}

/** The event of a change of an account (operations.md 12). */
export function recordBalanceChange(
  tx: Tx,
  status: 'credited' | 'debited' | 'low_balance',
  { place, asset, account, amount, balance }: AccountChange,
): Promise<void> {
  const { currency, scale } = asset ?? {
    currency: kycFeeCurrency,
    scale: place.token.currencyScale,
  }
  return recordEvent(tx, {
    partnerId: account.partner_id,
    category: 'payments_account',
    type: status === 'low_balance' ? 'action_required' : 'updated',
    status,
    object: {
      account: account.account,
      currency,
      amount: toWire({ minor: amount, scale }),
      balance: toWire({ minor: balance, scale }),
    },
    subject: {
      kind: 'payments_account',
      id: formatId('par', account.partner_id),
      version: account.version,
    },
  })
}
