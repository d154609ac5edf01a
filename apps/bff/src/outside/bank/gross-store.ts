import { type Facts, grossMaxOf, type IsGross, type KnownPayment } from '@corridor/banks'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { knownColumns, knownFrom, type KnownRow } from './payments-alike-store.ts'

/** The first of what banks cut, and the last of what they write before an account's own number. */
const keysOf = (
  { account, otherAccount, otherName, endToEndId, landedOn, text }: Facts,
  isGross: IsGross,
): string[] =>
  [
    `id ${endToEndId}`,
    ...(isGross(account)
      ? [
          `account ${otherAccount.slice(-6)}`,
          `name ${otherName.slice(0, 4)}`,
          `landed ${landedOn}`,
          `text ${text.slice(0, 4)}`,
        ]
      : []),
  ].filter((key) => !key.endsWith(' '))

const keyOf = ({ account, direction, minor, landedOn, otherAccount }: Facts) =>
  `${account} ${direction} ${minor} ${landedOn} ${otherAccount.slice(-6)}`

/**
 * Credited payments that no statement has, of somewhat more than those lines of a statement for which
 * there is none of their amount: charges may have been taken.
 */
export async function findGross(
  tx: Tx,
  lines: readonly Facts[],
  known: readonly KnownPayment[],
  isGross: IsGross,
): Promise<KnownPayment[]> {
  const exact = new Map<string, number>()
  for (const { facts, reports } of known)
    if (reports.every(({ kind }) => kind !== 'STATEMENT'))
      exact.set(keyOf(facts), (exact.get(keyOf(facts)) ?? 0) + 1)
  const asked = lines
    .filter((facts) => {
      const left = exact.get(keyOf(facts)) ?? 0
      exact.set(keyOf(facts), left - 1)
      return facts.direction === 'CREDIT' && left <= 0
    })
    .map((facts) => ({
      account: facts.account,
      bookedOn: facts.bookedOn,
      minor: String(facts.minor),
      most: String(grossMaxOf(facts)),
      keys: keysOf(facts, isGross),
    }))
    .filter(({ keys }) => keys.length > 0)
  if (asked.length === 0) return []
  const { rows } = await sql<KnownRow>`
    with asked as materialized (
      select a.*, k.key from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a
        (account text, "bookedOn" date, minor numeric, most numeric, keys jsonb)
      cross join lateral jsonb_array_elements_text(a.keys) as k (key)
    ), open as materialized (
      select p.id, p.account, p.minor, p.booked_on, k.key
      from (select account, min("bookedOn") - 3 as first, max("bookedOn") + 3 as last
        from asked group by account) d
      join bank_payment p on p.account = d.account and p.booked_on between d.first and d.last
        and p.stated_on is null and p.state = 'BOOKED' and p.direction = 'CREDIT' and p.facts <> '{}'
      cross join lateral (values
        ('account ' || right(p.facts->>'otherAccount', 6)),
        ('name ' || left(p.facts->>'otherName', 4)),
        ('id ' || (p.facts->>'endToEndId')),
        ('landed ' || (p.facts->>'landedOn')),
        ('text ' || left(p.facts->>'text', 4))) as k (key)
    ), found as (
      select distinct o.id from open o join asked a on a.key = o.key and a.account = o.account
      where o.minor > a.minor and o.minor <= a.most
        and o.booked_on between a."bookedOn" - 3 and a."bookedOn" + 3
    )
    select ${knownColumns} from found join bank_payment p on p.id = found.id
    order by p.position, p.id`.execute(tx)
  const ids = new Set(known.map(({ id }) => id))
  return rows.map(knownFrom).filter(({ id }) => !ids.has(id))
}
