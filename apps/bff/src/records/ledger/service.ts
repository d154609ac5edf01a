import { type AccountKey, formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { writePostponed } from '../../db/batch.ts'
import { accountId, accountRow, groupRows, type PostingGroup, type Resolution } from './group.ts'
import {
  findLines,
  findStandings,
  insertGroup,
  lockAccount,
  sumOwed,
  sumPostings,
} from './store.ts'

export type { PostingGroup, Resolution } from './group.ts'
export { isPayoutHalted } from './halts.ts'

/**
 * Posts the legs of a step and resolves pending ones, in the caller's transaction. A step that were
 * to post twice, a second resolution of a leg, and an account below its floor fail the transaction.
 */
export async function postGroup(tx: Tx, group: PostingGroup): Promise<void> {
  if (group.legs.length === 0 && !group.resolves?.length) return
  await insertGroup(tx, groupRows(group))
}

/** Posts or voids one pending leg of a transfer, as a step of its own. */
export function resolvePending(
  tx: Tx,
  resolving: Omit<PostingGroup, 'legs' | 'resolves'> & Resolution,
): Promise<void> {
  const { partnerId, transferId, step, ...resolution } = resolving
  return postGroup(tx, { partnerId, transferId, step, legs: [], resolves: [resolution] })
}

/** Debits minus credits of an account in minor units, without what is pending; 0n for a new one. */
export async function balanceOf(tx: Tx, partnerId: string, account: AccountKey): Promise<bigint> {
  await writePostponed(tx)
  return sumPostings(tx, partnerId, accountId(partnerId, account))
}

/** As `balanceOf`, with the account locked until the transaction ends: for limits. */
export async function lockedBalanceOf(tx: Tx, partnerId: string, account: AccountKey) {
  await lockAccount(tx, partnerId, accountRow(partnerId, account))
  return balanceOf(tx, partnerId, account)
}

/** What an account with a floor owes in one asset, minor units. */
export type Standing = {
  asset: string
  scale: number
  /** Credits minus debits posted, pending debits not yet taken off. */
  balance: bigint
  /** Promised away: `balance - pending` is what can be spent. */
  pending: bigint
  /** Promised to it and not yet there. */
  incoming: bigint
}

/** What is held for a transfer (its UUID), by asset; only assets that were ever posted. */
export async function clearingOf(tx: Tx, partnerId: string, transferId: string) {
  await writePostponed(tx)
  return findStandings(tx, partnerId, 'transfer_clearing', transferId)
}

/** What a partner has in its payments or prepaid account, by asset. `partner` is the written id. */
export async function partnerStandings(
  tx: Tx,
  partnerId: string,
  kind: 'payments_account' | 'prepaid_kyc',
  partner: string,
): Promise<Standing[]> {
  await writePostponed(tx)
  return findStandings(tx, partnerId, kind, partner)
}

/** What accounts of one kind owe an owner, by asset; minor units, below zero where it owes them. */
export async function owedTo(tx: Tx, partnerId: string, kind: AccountKey['kind'], owner: string) {
  await writePostponed(tx)
  return sumOwed(tx, partnerId, { kind, owner })
}

/** One side of a posting; both sides carry its id, and per asset their debits equal their credits. */
export type LedgerEntryRow = {
  postingId: string
  /** Kind and, where it has one, its owner: `bank:BE`, `transfer_clearing:exec_…`, `fx`. */
  account: string
  asset: string
  scale: number
  debit: bigint
  credit: bigint
  at: Date
  step: string
  code: string
  kind: 'single' | 'pending' | 'post' | 'void'
}

/** Everything posted for a transfer (its UUID), oldest first; the debit of a posting, then its credit. */
export async function ledgerOf(tx: Tx, partnerId: string, transferId: string) {
  await writePostponed(tx)
  const lines = await findLines(tx, partnerId, transferId)
  return lines.flatMap((line) => {
    const { asset, scale, amount, at, step, code, kind } = line
    const entry = { postingId: line.id, asset, scale, at, step, code, kind }
    return [
      { ...entry, account: label(line.debitKind, line.debitOwner), debit: amount, credit: 0n },
      { ...entry, account: label(line.creditKind, line.creditOwner), debit: 0n, credit: amount },
    ]
  })
}

function label(kind: string, owner: string): string {
  if (owner === '') return kind
  if (kind === 'transfer_clearing') return `${kind}:${formatId('exec', owner)}`
  return kind === 'suspense' ? `${kind}:${formatId('dep', owner)}` : `${kind}:${owner}`
}
