import { policyOf } from '../accounts/funding/store.ts'
import { payerNameOf, senderOf } from '../../records/deposits/sender.ts'
import { findDeposit } from '../../records/deposits/store.ts'
import { customerNames, isSameName, namesOf, parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { findEntity } from '../entities/store.ts'
import type { Party } from '../../records/transfers/parties.ts'
import { maskNumber } from '../accounts/external/secrets.ts'
import { findAccount, findOwnAddress } from '../accounts/external/store.ts'
import type { ExternalAccountRow, FundingRow, DepositRow } from '../../db/schema/rows.ts'

/** A payee without a stored account: a sender, or an address that a return policy names. */
export type Beneficiary = {
  name: string
  /** Members as in the specification's bank account; empty on a chain. */
  account: Readonly<Record<string, string>>
  /** The deposit that goes back, and the bank's entry that it is returned under. */
  depositId?: string
  entryId?: string
}
/** Where money is returned to: an account on record, or a named payee. */
export type ReturnTo = {
  accountId: string | null
  /** On a chain. */
  address: string
  beneficiary: Beneficiary | null
}
type Policy = Pick<FundingRow, 'entity_id' | 'return_strategy' | 'return_target'>

/** Where the return policy of its funding account sends a deposit; nothing where it keeps it. */
export async function byPolicy(
  tx: Tx,
  { entity_id, return_strategy: strategy, return_target: target }: Policy,
  deposit: DepositRow,
): Promise<ReturnTo | undefined> {
  if (strategy === 'HOLD') return undefined
  if (strategy === 'ORIGIN_ACCOUNT' || target === null) return toOrigin(deposit)
  // To the customer it would be a payment, with its fees, limits and check.
  if (!(await isFromCustomer(tx, deposit, entity_id))) return toOrigin(deposit)
  const id = parseId('acc', target)
  const account = id
    ? await findAccount(tx, deposit.partner_id, id)
    : await findOwnAddress(tx, { partner_id: deposit.partner_id, entity_id }, target)
  // Whatever was agreed once, nobody else's account takes what goes back.
  return account && isOwn(account, entity_id) ? toAccount(account) : undefined
}

/** Whether the customer sent it, as far as it is known: a wallet has no name. */
export async function isFromCustomer(
  tx: Tx,
  deposit: Pick<DepositRow, 'partner_id' | 'sender'>,
  entityId: string,
): Promise<boolean> {
  const name = payerNameOf(senderOf(deposit))
  if (name === '') return true
  const customer = await findEntity(tx, deposit.partner_id, entityId)
  return (
    customer !== undefined && namesOf(customerNames(customer)).some((own) => isSameName(name, own))
  )
}

/** An enabled account that is proved to be the customer's own. */
export const isOwn = ({ entity_id, proof, status }: ExternalAccountRow, entityId: string) =>
  entity_id === entityId && proof === 'PROVED' && status === 'ENABLED'

/** Why an account that is only claimed takes nothing that goes back. */
export const unprovedText =
  'It is only claimed that this account is the customer’s own: prove it first (POST /api/v1/xfer/accounts/external/{accountId}/proof).'

/** The sender, as the bank or the chain reports it; undefined where neither does. */
export function toOrigin(deposit: DepositRow): ReturnTo | undefined {
  const { name, account, walletAddress } = senderOf(deposit)
  const { id: depositId, bank_entry: entryId } = deposit
  if (deposit.source === 'CHAIN') {
    if (emptyAddress.test(walletAddress)) return undefined
    return {
      accountId: null,
      address: walletAddress,
      beneficiary: { name, account: {}, depositId },
    }
  }
  if (account === '') return undefined
  const entry = entryId === null ? {} : { entryId }
  return {
    accountId: null,
    address: '',
    beneficiary: { name, account: membersOf(account), depositId, ...entry },
  }
}

/** Tokens that were just made came from no address. */
const emptyAddress = /^(0x0{40})?$/i

export const toAccount = ({ id, wallet }: ExternalAccountRow): ReturnTo => ({
  accountId: id,
  address: (wallet as { walletAddress?: string } | null)?.walletAddress ?? '',
  beneficiary: null,
})

/** A bank reports one text, which is an IBAN or a national number. */
function membersOf(text: string): Record<string, string> {
  const plain = text.replaceAll(/\s/g, '')
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/i.test(plain)
    ? { bankIban: plain.toUpperCase() }
    : { accountNumber: plain }
}

/** The deposit that an execution was started for goes back as its funding account's policy says. */
export async function returnOf(
  tx: Tx,
  { partner_id, deposit_id }: { partner_id: string; deposit_id: string | null },
): Promise<ReturnTo | undefined> {
  const deposit = deposit_id === null ? undefined : await findDeposit(tx, partner_id, deposit_id)
  return deposit && returnOfDeposit(tx, deposit)
}

/** Where the policy of its funding account sends a deposit; to its sender where there is none. */
export async function returnOfDeposit(tx: Tx, deposit: DepositRow): Promise<ReturnTo | undefined> {
  const funding = await policyOf(tx, deposit)
  return funding ? byPolicy(tx, funding, deposit) : toOrigin(deposit)
}

/** The payee's account as records show it: only the last characters are readable. */
export async function shownPayee(
  tx: Tx,
  partnerId: string,
  { accountId, address, beneficiary }: ReturnTo,
): Promise<Pick<Party, 'wallet' | 'account'>> {
  if (address !== '') return { wallet: { walletAddress: address } }
  const known = accountId === null ? undefined : await findAccount(tx, partnerId, accountId)
  // Numbers on record are masked where they are stored.
  if (known) return { account: known.account as object }
  const members = Object.entries(beneficiary?.account ?? {})
  return { account: Object.fromEntries(members.map(([key, value]) => [key, maskNumber(value)])) }
}
