import { accountKinds, type AccountKey } from '@corridor/domain'
import { accountId, type PostingGroup } from '../../../../src/records/ledger/group.ts'

export type Totals = {
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
}
type Held = { debit: string; credit: string; amount: bigint; isOpen: boolean }

/** What the ledger must say, worked out by other means than its SQL. */
export type Books = ReturnType<typeof createBooks>

export function createBooks(partnerId: string) {
  const accounts = new Map<string, Totals>()
  const floors = new Set<string>()
  const groups = new Set<string>()
  const held = new Map<string, Held>()
  const sum = nothing()
  return { accounts, floors, sum, post, available, owed }

  /** Books a group and gives the accounts with a floor that it moved; nothing where it is refused. */
  function post(group: PostingGroup): string[] | undefined {
    const name = `${group.transferId}/${group.step}`
    const resolves = (group.resolves ?? []).map((resolution) => ({
      ...resolution,
      pending: held.get(`${group.transferId}/${resolution.of.step}/${resolution.of.code}`),
    }))
    if (groups.has(name)) return undefined
    if (resolves.some(({ pending, amount }) => !pending?.isOpen || (amount ?? 1n) > pending.amount))
      return undefined
    if (resolves.some(({ amount }) => (amount ?? 1n) <= 0n)) return undefined
    if (group.legs.some(({ amount }) => amount <= 0n)) return undefined

    const moved = new Map<string, Totals>()
    for (const { debit, credit, amount, kind } of group.legs) {
      const side = kind === 'pending' ? 'Pending' : 'Posted'
      changeOf(moved, open(debit))[`debits${side}`] += amount
      changeOf(moved, open(credit))[`credits${side}`] += amount
    }
    for (const { pending, as, amount } of resolves) {
      if (!pending) continue
      const posted = as === 'post' ? (amount ?? pending.amount) : 0n
      const debit = changeOf(moved, pending.debit)
      debit.debitsPending -= pending.amount
      debit.debitsPosted += posted
      const credit = changeOf(moved, pending.credit)
      credit.creditsPending -= pending.amount
      credit.creditsPosted += posted
    }
    if ([...moved].some(([id, change]) => floors.has(id) && isBelow(id, change))) return undefined

    groups.add(name)
    for (const { pending } of resolves) if (pending) pending.isOpen = false
    for (const { debit, credit, amount, kind, code } of group.legs) {
      if (kind !== 'pending') continue
      const ids = { debit: accountId(partnerId, debit), credit: accountId(partnerId, credit) }
      held.set(`${name}/${code}`, { ...ids, amount, isOpen: true })
    }
    for (const [id, change] of moved) {
      add(accounts, id, change)
      if (floors.has(id)) for (const side of sides) sum[side] += change[side]
    }
    return [...moved.keys()].filter((id) => floors.has(id))
  }

  /** What can still be spent of an account with a floor. */
  function available(key: AccountKey): bigint {
    const balance = accounts.get(accountId(partnerId, key)) ?? nothing()
    return balance.creditsPosted - balance.debitsPosted - balance.debitsPending
  }

  /** Credits less debits of any account. */
  function owed(key: AccountKey): bigint {
    const balance = accounts.get(accountId(partnerId, key)) ?? nothing()
    return balance.creditsPosted - balance.debitsPosted
  }

  function open(key: AccountKey): string {
    const id = accountId(partnerId, key)
    if (accountKinds[key.kind] === 'floor') floors.add(id)
    return id
  }

  function isBelow(id: string, change: Totals): boolean {
    const { debitsPending, debitsPosted, creditsPosted } = accounts.get(id) ?? nothing()
    const owing = creditsPosted + change.creditsPosted
    return owing - debitsPosted - change.debitsPosted - debitsPending - change.debitsPending < 0n
  }
}

export const sides = ['debitsPending', 'debitsPosted', 'creditsPending', 'creditsPosted'] as const

const nothing = (): Totals => ({
  debitsPending: 0n,
  debitsPosted: 0n,
  creditsPending: 0n,
  creditsPosted: 0n,
})

function changeOf(moved: Map<string, Totals>, id: string): Totals {
  const change = moved.get(id) ?? nothing()
  moved.set(id, change)
  return change
}

function add(accounts: Map<string, Totals>, id: string, change: Totals): void {
  const totals = changeOf(accounts, id)
  for (const side of sides) totals[side] += change[side]
}
