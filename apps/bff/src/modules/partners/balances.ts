import { type FeeAccount, formatId, kycFees, lowBalance, toWire } from '@corridor/domain'
import type { PaymentsBalance } from '@corridor/contract'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import { newestDeposits } from './deposit-store.ts'
import { type FeeEntryRow, findFeeAccount, newestEntries, sumDue } from './fee-store.ts'
import { partnerStandings } from '../../records/ledger/service.ts'
import { feeAsset, feeBalance, type FeeDeps } from './fees.ts'
import { earnedBody, earnedFees } from './earned-fees.ts'
import { feePlace, type FeePlace } from './payments.ts'

const entriesMax = 20
const depositsMax = 100

type PaymentsBody = z.output<typeof PaymentsBalance>

/** What a partner has with the service, and how it pays in. */
export function createBalances(deps: FeeDeps) {
  return { payments, prepaid }

  async function payments(tx: Tx, { partnerId }: Caller): Promise<PaymentsBody> {
    const place = feePlace(deps)
    const account = 'PAYMENTS' as const
    const { currency } = place.token
    const wire = wireOf(place)
    const [standings, due, entries, earned] = await Promise.all([
      partnerStandings(tx, partnerId, 'payments_account', formatId('par', partnerId)),
      sumDue(tx, { partnerId, account }),
      newestEntries(tx, { partnerId, account }, entriesMax),
      earnedFees(tx, partnerId),
    ])
    const { asset } = feeAsset(place)
    const balance = standings.find((standing) => standing.asset === asset)?.balance ?? 0n
    const others = standings.filter((standing) => standing.asset !== asset && standing.balance > 0n)
    return {
      balances: [
        { currency, available: wire(balance), pending: 0, reserved: wire(due) },
        ...others.map((other) => ({
          currency: other.asset.split('@')[0] ?? other.asset,
          available: toWire({ minor: other.balance, scale: other.scale }),
          pending: 0,
          reserved: 0,
        })),
      ],
      deposit: placeBody(place),
      kycFee: {
        individual: Number(kycFees.individual),
        business: Number(kycFees.business),
        currency,
      },
      partnerFees: earnedBody(earned),
      lowBalanceThreshold: Number(lowBalance),
      entries: entries.map((entry) => entryBody(entry, currency, wire)),
    }
  }

  async function prepaid(tx: Tx, { partnerId }: Caller) {
    const place = feePlace(deps)
    const of = { partnerId, account: 'PREPAID' as FeeAccount }
    const wire = wireOf(place)
    const [balance, totals, deposits] = await Promise.all([
      feeBalance(tx, place, partnerId, of.account),
      findFeeAccount(tx, of),
      newestDeposits(tx, of, depositsMax),
    ])
    return {
      ...placeBody(place),
      balance: wire(balance),
      decimals: place.token.currencyScale,
      depositsTotal: wire(totals?.deposits_total ?? 0n),
      consumedTotal: wire(totals?.consumed_total ?? 0n),
      deposits: deposits.map((deposit) => ({
        transactionHash: deposit.hash,
        amount: wire(deposit.amount),
        currency: deposit.currency,
        mintTransactionHash: deposit.mint_hash,
        createdAt: deposit.created_at.toISOString(),
      })),
    }
  }
}

const wireOf =
  ({ token }: FeePlace) =>
  (minor: bigint) =>
    toWire({ minor, scale: token.currencyScale })

const placeBody = ({ token, toWalletAddress }: FeePlace) => ({
  network: token.networkName,
  currency: token.currency,
  tokenAddress: token.tokenAddress,
  toWalletAddress,
})

const entryBody = (row: FeeEntryRow, currency: string, wireOfFees: (minor: bigint) => number) => {
  const { scale } = row
  const wire = scale === null ? wireOfFees : (minor: bigint) => toWire({ minor, scale })
  return {
    entryId: row.id,
    type: row.type,
    amount: wire(row.amount),
    currency: row.currency ?? currency,
    balanceAfter: wire(row.balance_after),
    description: row.description,
    transactionHash: row.transaction_hash,
    entityId: row.entity_id === null ? '' : formatId('ent', row.entity_id),
    createdAt: row.created_at.toISOString(),
  }
}
