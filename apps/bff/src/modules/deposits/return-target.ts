import { policyOf } from '../accounts/funding/store.ts'
import { findDeposit } from '../../records/deposits/store.ts'
import { parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { findAccount } from '../accounts/external/store.ts'
import type { ExternalAccountRow, FundingRow, DepositRow } from '../../db/schema/rows.ts'

/** A payee without a stored account: a sender, or an address that a return policy names. */
export type Beneficiary = {
  name: string
  /** Members as in the specification's bank account; empty on a chain. */
  account: Readonly<Record<string, string>>
}
/** Where money is returned to: an account on record, or a named payee. */
export type ReturnTo = {
  accountId: string | null
  /** On a chain. */
  address: string
  beneficiary: Beneficiary | null
}
export type Sender = { name: string; account: string; walletAddress: string; reference: string }
type Policy = Pick<FundingRow, 'return_strategy' | 'return_target'>

export const senderOf = ({ sender }: Pick<DepositRow, 'sender'>): Sender => sender as Sender

/** Where the return policy of its funding account sends a deposit; nothing where it keeps it. */
export async function byPolicy(
  tx: Tx,
  { return_strategy: strategy, return_target: target }: Policy,
  deposit: DepositRow,
): Promise<ReturnTo | undefined> {
  if (strategy === 'HOLD') return undefined
  if (strategy === 'ORIGIN_ACCOUNT' || target === null) return toOrigin(deposit)
  const id = parseId('acc', target)
  if (!id) return toAddress(target, '')
  const account = await findAccount(tx, deposit.partner_id, id)
  return account?.status === 'ENABLED' ? toAccount(account) : undefined
}

/** The sender, as the bank or the chain reports it; undefined where neither does. */
export function toOrigin(deposit: DepositRow): ReturnTo | undefined {
  const { name, account, walletAddress } = senderOf(deposit)
  if (deposit.source === 'CHAIN')
    return emptyAddress.test(walletAddress) ? undefined : toAddress(walletAddress, name)
  return account === ''
    ? undefined
    : { accountId: null, address: '', beneficiary: { name, account: membersOf(account) } }
}

/** Tokens that were just made came from no address. */
const emptyAddress = /^(0x0{40})?$/i

export const toAccount = ({ id, wallet }: ExternalAccountRow): ReturnTo => ({
  accountId: id,
  address: (wallet as { walletAddress?: string } | null)?.walletAddress ?? '',
  beneficiary: null,
})

const toAddress = (address: string, name: string): ReturnTo => ({
  accountId: null,
  address,
  beneficiary: { name, account: {} },
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
  if (!deposit) return undefined
  const funding = await policyOf(tx, deposit)
  return funding ? byPolicy(tx, funding, deposit) : toOrigin(deposit)
}
