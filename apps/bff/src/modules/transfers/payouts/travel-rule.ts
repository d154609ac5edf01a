import { isPartyId } from '@corridor/banks'
import {
  customerNames,
  isSameName,
  knownPostal,
  missingForTravelRule,
  namesOf,
  payeeAddress,
  type PostalMembers,
  railName,
  type TravelRule,
  travelRuleAbove,
} from '@corridor/domain'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { worthOfTransfer } from '../../../records/transfers/quote-facts.ts'
import type { NamedAccount, SenderFacts, TransferParties } from './parties-store.ts'

type Places = Pick<Deps, 'jurisdictions'>

/** Who pays whom in a transfer, from its customers and accounts as they are now. */
export function travelRuleOf(
  { jurisdictions }: Places,
  transfer: TransferRow,
  { customers, accounts, senders }: TransferParties,
): TravelRule {
  const payer = customers.find(({ id }) => id === transfer.from_entity_id)
  const payee = customers.find(({ id }) => id === transfer.to_entity_id)
  const from = accounts.find(({ id }) => id === transfer.from_account_id)
  const to = accounts.find(({ id }) => id === transfer.to_account_id)
  const [sender] = senders
  const place = jurisdictions.byId(to ? transfer.jurisdiction_out : '')
  const account = numberOf(from) || sender?.walletAddress || last4(sender?.account ?? '')
  return {
    originator: { ...originatorOf(payer, ultimateIn(senders, payer)), account },
    beneficiary: {
      name: nameOf(to, payee),
      account: numberOf(to),
      country: place?.countryCode ?? '',
      ...postalOf(addressOf(to, payee)),
      ...(to?.ownership === 'SELF' ? leiOf(payee) : {}),
    },
    purposeCode: transfer.purpose_code,
  }
}

type Customer = TransferParties['customers'][number]

/**
 * For whom institutions paid all of it, by name, where that is not the customer; '' otherwise: money of
 * which a part is the customer's own is the customer's payment.
 */
function ultimateIn(senders: readonly SenderFacts[], payer: Customer | undefined): string {
  const own = payer ? namesOf(customerNames(payer)) : []
  const [{ ultimateName: name = '' } = {}] = senders
  const isNone = name === '' || isPartyId(name) || own.some((item) => isSameName(item, name))
  const isAll = senders.every(({ ultimateName = '' }) => isSameName(ultimateName, name))
  return isAll && !isNone ? name : ''
}

/** Of somebody else than the customer only the name is known: nobody's birth or address is theirs. */
function originatorOf(payer: Customer | undefined, ultimate: string) {
  if (ultimate !== '')
    return { name: ultimate, dateOfBirth: '', nationalId: '', address: '', country: '' }
  const { country = '', ...lines } = payer?.permanent_address ?? {}
  return {
    name: nameOf(null, payer),
    dateOfBirth: payer?.type === 'business' ? '' : (payer?.date_of_birth ?? ''),
    nationalId: payer?.registration ?? '',
    address: Object.values(lines).filter(Boolean).join(', '),
    country: payer?.incorporation || country || payer?.nationality || '',
    ...postalOf(payer?.permanent_address),
    ...leiOf(payer),
  }
}

/** As rails take it: the holder of the account, or else the customer, in Latin letters if known. */
function nameOf(account: NamedAccount | null | undefined, customer: Customer | undefined): string {
  if (account?.name) return railName({ name: account.name, latinName: account.latinName ?? '' })
  return customer ? railName(customerNames(customer)) : ''
}

/** Of the account that is paid, or else of the customer. */
const addressOf = (account: NamedAccount | undefined, customer: Customer | undefined) =>
  account && payeeAddress(account, customer?.permanent_address)

const leiOf = (customer: Customer | undefined) => (customer?.lei ? { lei: customer.lei } : {})

function postalOf(address: PostalMembers | null | undefined): { postal?: PostalMembers } {
  const postal = knownPostal(address)
  return postal ? { postal } : {}
}

type Back = {
  accountId: string | null
  address: string
  beneficiary?: object | null
}

/**
 * Who gets money that goes back, and whose it was: of a transfer that did not pay it is the payer's
 * own, of one that did it is who was paid. `parties` has the account that gets it among its accounts.
 */
export function refundRuleOf(
  { jurisdictions }: Places,
  transfer: TransferRow,
  parties: TransferParties,
  { accountId, address, beneficiary }: Back,
): TravelRule {
  const { originator } = travelRuleOf({ jurisdictions }, transfer, parties)
  const named = (beneficiary ?? {}) as { name?: string; account?: Record<string, string> }
  const account = parties.accounts.find(({ id }) => id === accountId)
  const isBack = transfer.refund_of === null
  const own = parties.customers.find(
    ({ id }) => id === (isBack ? transfer.from_entity_id : transfer.to_entity_id),
  )
  const written = Object.values(named.account ?? {})[0] ?? ''
  return {
    originator,
    beneficiary: {
      name: named.name || nameOf(account, own),
      account: address || numberOf(account) || last4(written),
      country: jurisdictions.byId(transfer.jurisdiction_in)?.countryCode ?? '',
      ...postalOf(addressOf(account, own)),
    },
    purposeCode: '',
  }
}

/** Whether the transfer is so large that all of it has to be known. */
export const isUnderTravelRule = (transfer: TransferRow): boolean =>
  worthOfTransfer(transfer) > travelRuleAbove

/** What has to be known of a large transfer and is not. */
export function missingOf(places: Places, transfer: TransferRow, parties: TransferParties) {
  if (!isUnderTravelRule(transfer)) return []
  const country = places.jurisdictions.byId(transfer.jurisdiction_out)?.countryCode
  return missingForTravelRule(travelRuleOf(places, transfer, parties), country)
}

/** The address, or what may be shown of a bank account's numbers. */
function numberOf(account: NamedAccount | undefined): string {
  if (!account) return ''
  const members = Object.values(account.account ?? {}).map(String)
  return account.address || (members.find((text) => text.startsWith('•')) ?? '')
}

const last4 = (number: string): string => (number === '' ? '' : `•••• ${number.slice(-4)}`)
