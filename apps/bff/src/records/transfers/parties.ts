import { customerName } from '@corridor/domain'
import type { EntityRow, TransferRow } from '../../db/schema/rows.ts'

/** One side of a transfer as it was when it was quoted; numbers of accounts are masked. */
export type Party = {
  fullName: string
  /** Of whom the money came, where that was somebody else than the customer. */
  payer?: string
  email: string
  jurisdiction: string
  nickname?: string
  wallet?: { walletAddress: string }
  account?: object
}

export const partyOf = (row: TransferRow, side: 'from' | 'to'): Party =>
  (side === 'from' ? row.from_party : row.to_party) as Party

export const walletOf = (party: Party): string => party.wallet?.walletAddress ?? ''

export const holderOf = (account?: { holder?: unknown } | null): string =>
  (account?.holder as { name?: string } | null | undefined)?.name ?? ''

/** Who paid: the sender of the money where it is known, or else the customer. */
export const payerOf = (party: Party): string => party.payer || party.fullName

type Named = Pick<EntityRow, 'first_name' | 'last_name' | 'business_name' | 'email'>

/** Of an account that names its holder, that name: whoever holds it is paid, or pays. */
export function newParty(
  entity: Named,
  jurisdiction: string,
  account?: { nickname: string; wallet?: unknown; account: unknown; holder?: unknown } | null,
): Party {
  const address = (account?.wallet as Party['wallet'] | null)?.walletAddress
  return {
    fullName: holderOf(account) || customerName(entity),
    email: entity.email,
    jurisdiction,
    nickname: account?.nickname ?? '',
    ...(address !== undefined
      ? { wallet: { walletAddress: address } }
      : account && { account: account.account as object }),
  }
}
