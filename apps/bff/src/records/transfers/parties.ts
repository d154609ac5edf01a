import { customerName } from '@corridor/domain'
import type { EntityRow, TransferRow } from '../../db/schema/rows.ts'

/** One side of a transfer as it was when it was quoted; numbers of accounts are masked. */
export type Party = {
  fullName: string
  email: string
  jurisdiction: string
  nickname?: string
  wallet?: { walletAddress: string }
  account?: object
}

export const partyOf = (row: TransferRow, side: 'from' | 'to'): Party =>
  (side === 'from' ? row.from_party : row.to_party) as Party

export const walletOf = (party: Party): string => party.wallet?.walletAddress ?? ''

type Named = Pick<EntityRow, 'first_name' | 'last_name' | 'business_name' | 'email'>

/** A side as its customer and its account are now. */
export function newParty(
  entity: Named,
  jurisdiction: string,
  account?: { nickname: string; wallet?: unknown; account: unknown } | null,
): Party {
  const address = (account?.wallet as Party['wallet'] | null)?.walletAddress
  return {
    fullName: customerName(entity),
    email: entity.email,
    jurisdiction,
    nickname: account?.nickname ?? '',
    ...(address !== undefined
      ? { wallet: { walletAddress: address } }
      : account && { account: account.account as object }),
  }
}
