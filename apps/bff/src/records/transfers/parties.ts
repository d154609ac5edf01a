import { customerNames, isSameName, namesOf, type TwoNames } from '@corridor/domain'
import type { EntityRow, ExternalAccountRow, TransferRow } from '../../db/schema/rows.ts'

/** One side of a transfer as it was when it was quoted; numbers of accounts are masked. */
export type Party = {
  fullName: string
  /** The same in Latin letters, where it is in another script. */
  latinName?: string
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

/** Both names of an account's holder; '' where it names none. */
export const holderNames = (account?: { holder?: unknown } | null): TwoNames => ({
  name: '',
  ...(account?.holder as Partial<TwoNames> | null | undefined),
})

/** Whether somebody of this name is the party, in either of its scripts. */
export const isPartyNamed = ({ fullName, latinName }: Party, name: string): boolean =>
  namesOf({ name: fullName, latinName }).some((own) => isSameName(name, own))

type PayeeAccount = Pick<ExternalAccountRow, 'holder' | 'nickname' | 'wallet' | 'account'>

/** The side of a transfer that is on an account of a customer: its holder, as far as it is named. */
export function accountParty(
  { nickname, wallet, account, ...of }: PayeeAccount,
  party: Pick<Party, 'fullName' | 'email' | 'jurisdiction'> & { latinName?: string | undefined },
): Party {
  const holder = holderNames(of)
  const named = holder.name === '' ? { name: party.fullName, latinName: party.latinName } : holder
  const { name, latinName = '' } = named
  const address = (wallet as Party['wallet'] | null)?.walletAddress
  return {
    fullName: name,
    ...(latinName === '' ? {} : { latinName }),
    email: party.email,
    jurisdiction: party.jurisdiction,
    nickname,
    ...(address === undefined
      ? { account: account as object }
      : { wallet: { walletAddress: address } }),
  }
}

/** Who paid: the sender of the money where it is known, or else the customer. */
export const payerOf = (party: Party): string => party.payer || party.fullName

type Named = Pick<EntityRow, 'first_name' | 'last_name' | 'business_name' | 'latin_name' | 'email'>

/** Of an account that names its holder, that name: whoever holds it is paid, or pays. */
export function newParty(
  entity: Named,
  jurisdiction: string,
  account?: { nickname: string; wallet?: unknown; account: unknown; holder?: unknown } | null,
): Party {
  const holder = holderNames(account)
  const { name, latinName = '' } = holder.name === '' ? customerNames(entity) : holder
  const address = (account?.wallet as Party['wallet'] | null)?.walletAddress
  return {
    fullName: name,
    ...(latinName === '' ? {} : { latinName }),
    email: entity.email,
    jurisdiction,
    nickname: account?.nickname ?? '',
    ...(address !== undefined
      ? { wallet: { walletAddress: address } }
      : account && { account: account.account as object }),
  }
}
