import { type SearchHit, type SearchKind, searchKinds, searchScopes } from '@corridor/contract'
import { executionId, formatId, type IdPrefix, parseId, toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { readSearch } from '../../records/search/text.ts'
import { maskNumber, openAccount } from '../accounts/external/secrets.ts'
import { type Line, linesOf } from './lines-store.ts'
import * as store from './found-store.ts'

type Hit = z.output<typeof SearchHit>
type Match = Hit['match']
/** By what each record of a kind was found. */
type Found = Map<SearchKind, Map<string, Match>>

/** The kinds of records by the beginnings of their ids. */
const kindsOfIds: Partial<Record<IdPrefix, SearchKind>> = {
  exec: 'transfer',
  cexec: 'transfer',
  dep: 'deposit',
  ent: 'entity',
  acc: 'account',
  fund: 'fundingAccount',
  tele: 'route',
  wal: 'wallet',
  wac: 'wallet',
  rsv: 'frame',
  ltx: 'drawing',
  rq: 'repaymentQuote',
  rpl: 'replenishment',
  lpay: 'liquidityPayment',
  wdr: 'withdrawal',
  evt: 'event',
  dlv: 'delivery',
  apr: 'approval',
}
const prefixes = Object.entries(kindsOfIds) as [IdPrefix, SearchKind][]
const keyed = [
  'deposit',
  'account',
  'fundingAccount',
  'drawing',
  'liquidityPayment',
  'frame',
] as const

/** Shorter texts have no trigram, so every customer would be read for them. */
const nameMin = 3

/** What the caller may read among what a text may be about: an id alone, else the newest of each kind. */
export async function find(
  tx: Tx,
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  { q, limit }: { q: string; limit: number },
): Promise<Hit[]> {
  const mayRead = (kind: SearchKind) => caller.scopes.has(searchScopes[kind])
  const byId = await findId(tx, caller, q)
  const found = byId ?? (await findText(tx, deps, caller, { q, each: Math.min(limit, 8) }))
  const kinds = searchKinds.filter((kind) => mayRead(kind) && found.has(kind))
  const hits = await Promise.all(
    kinds.map(async (kind) => {
      const matches = found.get(kind) ?? new Map<string, Match>()
      const lines = await linesOf(tx, caller.partnerId, kind, [...matches.keys()])
      return lines.map((line) => hitOf(kind, line, matches.get(line.id) ?? 'id'))
    }),
  )
  // Of an execution's id the kind is a part.
  const all = hits.flat().filter(({ id, kind }) => !byId || kind !== 'transfer' || id === q)
  return all.slice(0, limit)
}

/** The record that an id names; nothing where the text is no id of a kind that is found. */
async function findId(tx: Tx, caller: Caller, q: string): Promise<Found | undefined> {
  for (const [prefix, kind] of prefixes) {
    const uuid = parseId(prefix, q)
    if (uuid === undefined) continue
    const id = prefix === 'wac' ? await store.walletOfAccount(tx, caller.partnerId, uuid) : uuid
    return new Map(id === undefined ? [] : [[kind, new Map([[id, 'id']])]])
  }
  return undefined
}

async function findText(
  tx: Tx,
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  { q, each }: { q: string; each: number },
): Promise<Found> {
  const { partnerId, scopes } = caller
  const { text, starts } = readSearch(q)
  const isAllowed = (kind: SearchKind) => scopes.has(searchScopes[kind])
  const kinds = keyed.filter(isAllowed)
  const [keys, transfers, customers, accounts] = await Promise.all([
    store.findKeys(tx, partnerId, starts, kinds, each),
    isAllowed('transfer') ? store.findTransfers(tx, partnerId, text, each) : [],
    isAllowed('entity') && text.length >= nameMin
      ? store.findCustomers(tx, partnerId, text, each)
      : [],
    isAllowed('account') ? accountsOfNumber(tx, deps, partnerId, text) : [],
  ])
  const theirs = isAllowed('transfer')
    ? await store.transfersOfCustomers(tx, partnerId, customers, each)
    : []
  const found: Found = new Map()
  const add = (kind: SearchKind, id: string, match: Match) => {
    const ids = found.get(kind) ?? new Map<string, Match>()
    if (!ids.has(id) && ids.size < each) found.set(kind, ids.set(id, match))
  }
  for (const id of accounts) add('account', id, 'account')
  for (const { id, match } of transfers) add('transfer', id, match as Match)
  for (const id of theirs) add('transfer', id, 'customer')
  for (const { key, kind, id } of keys) add(kind as SearchKind, id, matchOf(key, kind))
  for (const id of customers) add('entity', id, text.includes('@') ? 'email' : 'name')
  return found
}

/** Shorter ones are typed on the way to a longer one, or mean something else. */
const numberMin = 8
const withoutGaps = (number: string) => number.replaceAll(/[\s-]/g, '').toUpperCase()

/**
 * The accounts whose whole number this is. Keys hold the end that lists show and no more, so the
 * numbers of those that end alike are opened and compared.
 */
async function accountsOfNumber(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  partnerId: string,
  text: string,
): Promise<string[]> {
  const number = withoutGaps(text)
  if (number.length < numberMin || !/^[0-9A-Z]+$/.test(number)) return []
  const alike = await store.accountsEnding(tx, partnerId, maskNumber(number).replace(/^•+/, ''))
  return alike.flatMap((account) => {
    const { accountNumber, bankIban } = openAccount(kek, account, account.sealed_account)
    return [accountNumber, bankIban].map(withoutGaps).includes(number) ? [account.id] : []
  })
}

function matchOf(key: string, kind: string): Match {
  if (key.startsWith('=')) return 'amount'
  if (key.startsWith('$')) return 'reference'
  if (key.startsWith('~')) return kind === 'deposit' ? 'payer' : 'name'
  return kind === 'account' || kind === 'fundingAccount' ? 'account' : 'hash'
}

const idPrefixes: Record<Exclude<SearchKind, 'transfer'>, IdPrefix> = {
  deposit: 'dep',
  entity: 'ent',
  account: 'acc',
  fundingAccount: 'fund',
  route: 'tele',
  wallet: 'wal',
  frame: 'rsv',
  drawing: 'ltx',
  repaymentQuote: 'rq',
  replenishment: 'rpl',
  liquidityPayment: 'lpay',
  withdrawal: 'wdr',
  event: 'evt',
  delivery: 'dlv',
  approval: 'apr',
}
const isLoan = (kind: SearchKind) => kind === 'repaymentQuote' || kind === 'replenishment'

function hitOf(kind: SearchKind, line: Line, match: Match): Hit {
  const { id, parent, variant, amount, scale, currency, number } = line
  const parts = [number ? shownNumber(number) : '', line.subtitle].filter(Boolean)
  return {
    kind,
    id:
      kind === 'transfer'
        ? executionId({ id, kind: variant === 'wallet' ? 'wallet' : 'ordinary' })
        : formatId(idPrefixes[kind], id),
    parentId: parent === null ? '' : formatId(isLoan(kind) ? 'ltx' : 'ent', parent),
    title: line.title,
    subtitle: parts.join(' · '),
    ...(line.status === null ? {} : { status: line.status }),
    ...(amount === null || scale === null || currency === null
      ? {}
      : { amount: { amount: toWire({ minor: amount, scale }), currency } }),
    at: line.at.toISOString(),
    match,
  }
}

/** Addresses are public; of an account's number no more than lists show. */
function shownNumber(number: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(number)) return `${number.slice(0, 6)}…${number.slice(-4)}`
  return number.includes('•') ? number : maskNumber(number)
}
