import type { Tx } from '../../../db/open.ts'
import type { PaymentView } from '../../../outside/bank/decisions-store.ts'
import { entryOf } from '../../../outside/bank/entry-text.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type Match, matchLandings } from '../../deposits/bank-matching.ts'
import { findDepositsOf } from './store.ts'

/** Whose a payment is, and its deposit where it is one. */
export type Owner = Pick<Match, 'partnerId' | 'transferId' | 'fundingAccountId'> & {
  depositId?: string
}

/**
 * Whose money payments are: of the deposits that they became, else of whose account or transfer they
 * name. Others have no owner. For a worker, which sees all partners.
 */
export async function ownersOf(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions' | 'kek'>,
  payments: readonly PaymentView[],
): Promise<ReadonlyMap<string, Owner>> {
  const deposits = await findDepositsOf(
    tx,
    payments.map(({ id }) => id),
  )
  const owners = new Map<string, Owner>(
    deposits.map(({ paymentId, partnerId, depositId, fundingAccountId, transferId }) => [
      paymentId,
      {
        partnerId,
        ...(depositId === null ? {} : { depositId }),
        ...(fundingAccountId === null ? {} : { fundingAccountId }),
        ...(transferId === null ? {} : { transferId }),
      },
    ]),
  )
  const asked = payments.flatMap(({ id, entry }) => {
    if (owners.has(id) || entry === null) return []
    const kept = entryOf(entry)
    return kept.kind === 'CREDIT' || kept.kind === 'BATCH' ? [{ id, kept }] : []
  })
  const matchings = await matchLandings(
    tx,
    deps,
    asked.map(({ kept }) => ({
      country_code: kept.countryCode,
      routing_number: kept.routingNumber,
      account_number: kept.accountNumber,
      currency: kept.currency,
      amount: kept.minor,
      reference: kept.reference,
      sender_name: kept.sender.name,
      ultimate_sender: kept.sender.ultimate ?? '',
      sender_account: kept.sender.account,
    })),
  )
  for (const [place, { id }] of asked.entries()) {
    const match = matchings[place]?.match
    if (match) owners.set(id, match)
  }
  return owners
}
