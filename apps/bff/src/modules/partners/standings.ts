import { type FeeAccount, feeAccounts, formatId, kycFeeCurrency, toText } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { partnerExists } from '../access/keys/key-store.ts'
import { partnerStandings } from '../../records/ledger/service.ts'
import { sumDue } from './fee-store.ts'

/** Of the token in which fees are paid, where nothing was paid yet. */
const usualScale = 6

/** What a partner's two accounts hold, read without a chain; nothing for an unknown partner. */
export async function standings(tx: Tx, partnerId: string) {
  if (!(await partnerExists(tx, partnerId))) return undefined
  return {
    paymentsAccount: await standingOf(tx, partnerId, 'PAYMENTS'),
    prepaid: await standingOf(tx, partnerId, 'PREPAID'),
  }
}

async function standingOf(tx: Tx, partnerId: string, account: FeeAccount) {
  const kind = feeAccounts[account].ledger
  const held = await partnerStandings(tx, partnerId, kind, formatId('par', partnerId))
  const due = await sumDue(tx, { partnerId, account })
  const amount = toText(due, held[0]?.scale ?? usualScale)
  return {
    balances: held.map(({ asset, balance, scale }) => ({ asset, balance: toText(balance, scale) })),
    due: { currency: kycFeeCurrency, amount },
  }
}
