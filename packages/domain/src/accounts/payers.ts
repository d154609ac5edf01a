import { isSameName } from '../entities/same-name.ts'

export type PayerRule = 'CUSTOMER' | 'NAMED' | 'ANYBODY'
/** Who paid, as the bank or the chain reports it: number or address of the account; '' where unknown. */
export type PayerParty = { name: string; account: string }
/** Money that somebody else than the customer paid: its worth in millionths of a dollar. */
export type PaidByOther = PayerParty & { worth: bigint; at: Date }

/** Days over which the payments of one sender to one customer are added up (people.md 2.11). */
export const senderWindows = { DAY: 1, WEEK: 7, MONTH: 30 } as const
export type SenderWindow = keyof typeof senderWindows
export type SenderSums = Record<SenderWindow, bigint>

const dayMs = 86_400_000
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
/** So many pairs of names are compared, newest first; beyond them equal names and accounts count. */
const comparedMost = 2_000
/** The same for names that are equal but for order, case, accents and signs; '' where there is none. */
const nameKey = ({ name }: PayerParty): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .toSorted()
    .join(' ') || name.trim()
/** One bank writes an IBAN and another one the national number in it; shorter ends are no number. */
const numberMin = 8

export function isSameAccount(first: string, other: string): boolean {
  const [a, b] = [plain(first), plain(other)]
  if (a === '' || b === '') return false
  if (a === b) return true
  return Math.min(a.length, b.length) >= numberMin && (a.endsWith(b) || b.endsWith(a))
}

/** Whether a payer is on the list: by name, and by account where the list has one. */
export const isNamedPayer = (named: readonly PayerParty[], { name, account }: PayerParty) =>
  named.some((item) =>
    item.account === ''
      ? isSameName(item.name, name)
      : isSameAccount(item.account, account) && (name === '' || isSameName(item.name, name)),
  )

/** Whether a payer may pay whatever it likes. */
export const mayPay = (
  { rule, named }: { rule: PayerRule; named: readonly PayerParty[] },
  payer: PayerParty,
): boolean => rule === 'ANYBODY' || (rule === 'NAMED' && isNamedPayer(named, payer))

/**
 * What one sender has paid one customer within each window around a moment: under other spellings of the
 * name, and from other accounts, too. Who shares a name or an account with it is taken for the same,
 * and who shares one with these.
 */
export function senderSums(
  payer: PayerParty,
  at: Date,
  paid: readonly PaidByOther[],
  isAlike: (first: string, other: string) => boolean = isSameName,
): SenderSums {
  const newest = paid.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const byName = Map.groupBy(newest, nameKey)
  const byAccount = Map.groupBy(newest, ({ account }) => plain(account).slice(-numberMin))
  const isNobody = (item: PayerParty) => item.name === '' && item.account === ''
  const own = new Set<PaidByOther>()
  const unlike = new Map([...byName].filter(([key]) => key !== ''))
  const accounts = new Set<string>()
  const compared = new Set<string>()
  let left = comparedMost
  // Each name and each account is looked at once, however long the chain is.
  const sharing = (known: PayerParty): PaidByOther[] => {
    const found = isNobody(known)
      ? newest.filter(isNobody)
      : [...((nameKey(known) !== '' && byName.get(nameKey(known))) || [])]
    const account = plain(known.account)
    if (account !== '' && !accounts.has(account)) {
      accounts.add(account)
      const near = byAccount.get(account.slice(-numberMin)) ?? []
      found.push(...near.filter((item) => isSameAccount(item.account, known.account)))
    }
    byName.delete(nameKey(known))
    unlike.delete(nameKey(known))
    if (known.name === '' || compared.has(nameKey(known))) return found
    compared.add(nameKey(known))
    for (const [key, items] of unlike) {
      if (left === 0) break
      left -= 1
      if (!isAlike(known.name, items[0]?.name ?? '')) continue
      unlike.delete(key)
      found.push(...items)
    }
    return found
  }
  const names = new Set<string>()
  const found: PayerParty[] = [payer]
  for (const known of found) {
    const key = JSON.stringify([nameKey(known), plain(known.account)])
    if (names.has(key)) continue
    names.add(key)
    for (const item of sharing(known)) {
      if (own.has(item)) continue
      own.add(item)
      found.push(item)
    }
  }
  const within = (days: number) =>
    [...own]
      .filter((item) => item.at.getTime() > at.getTime() - days * dayMs)
      .reduce((sum, { worth }) => sum + worth, 0n)
  return {
    DAY: within(senderWindows.DAY),
    WEEK: within(senderWindows.WEEK),
    MONTH: within(senderWindows.MONTH),
  }
}

/** The first window whose limit a payment passes; undefined where it keeps to all of them. */
export const passedWindow = (sums: SenderSums, worth: bigint, limits: SenderSums) =>
  (['DAY', 'WEEK', 'MONTH'] as const).find((window) => sums[window] + worth > limits[window])
