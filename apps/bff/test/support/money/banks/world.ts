import {
  type DayMessage,
  randomFrom,
  randomHabits,
  randomMessages,
  randomPayments,
  type RealPayment,
  shuffled,
} from '@corridor/banks/testing'
import { sql } from 'kysely'
import {
  joinPayment,
  listPayments,
  partPayment,
} from '../../../../src/outside/bank/decisions-store.ts'
import type { ownBff } from '../../process/bff.ts'
import { camt } from './camt.ts'

type Bff = ReturnType<typeof ownBff>

const kinds = { NOTICE: '054', SNAPSHOT: '052', STATEMENT: '053' } as const
type Account = Parameters<typeof camt>[1]

export type BankWorld = {
  /** What was paid, by account and amount, and how many times. */
  paid: ReadonlyMap<string, number>
  /** Files of the bank, in the order in which they come. */
  files: readonly string[]
}

/** Payments on an account of ours and the files of its bank, on days and of amounts of their own. */
export function bankWorld(
  seed: number,
  of: { account: Account; payees: readonly string[]; place: number },
): BankWorld {
  const { account, payees, place } = of
  const random = randomFrom(seed)
  // What the bank takes back is taken from its payee too: the cases of it are the books' own.
  const habits = { ...randomHabits(random), hasReversals: false }
  const real = randomPayments(random, habits)
  const messages = randomMessages(random, real, habits)
  const sent = messages.filter(({ kind }) => kind === 'STATEMENT' || random(4) > 0)
  const dayOf = (day: string) =>
    new Date(Date.parse(day) - (place + 20) * 7 * 86_400_000).toISOString().slice(0, 10)
  const minorOf = (minor: bigint) => minor + BigInt(place + 1) * 1_000_000n
  const payeeOf = (landedOn: string) => payees[Number(landedOn.at(-1)) % payees.length] ?? ''
  const amountOf = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
  const balance = (code: string, minor: bigint | undefined, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${account.currency}">${amountOf(minor ?? 0n)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${dayOf(day)}</Dt></Dt></Bal>`
  const before = (id: number) => BigInt(id) * minorOf(0n)
  const fileOf = ({ kind, lines, span }: DayMessage): string => {
    const first = real.filter(({ bookedOn }) => bookedOn < span.opensOn).length
    const opening = (span.opening ?? 0n) + before(lines[0]?.real ?? first)
    const moved = lines.reduce((sum, { facts }) => sum + minorOf(facts.minor), 0n)
    const balances =
      kind === 'STATEMENT'
        ? balance('OPBD', opening, span.opensOn) + balance('CLBD', opening + moved, span.closesOn)
        : ''
    const entries = lines.map(({ facts }) => ({
      amount: amountOf(minorOf(facts.minor)),
      day: dayOf(facts.bookedOn),
      ...(facts.reference === '' ? {} : { reference: facts.reference }),
      ...(facts.endToEndId === '' ? {} : { endToEndId: facts.endToEndId }),
      payer: facts.otherName,
      payerAccount: facts.otherAccount,
      payee: payeeOf(facts.landedOn),
      text: facts.text,
    }))
    return camt(kinds[kind], account, entries, { balances })
  }
  const keyOf = ({ minor, landedOn }: RealPayment) => `${payeeOf(landedOn)} ${minorOf(minor)}`
  const paid = new Map([...Map.groupBy(real, keyOf)].map(([key, own]) => [key, own.length]))
  return { paid, files: shuffled(random, sent, habits).map(fileOf) }
}

const least = (place: number) => BigInt(place + 1) * 1_000_000n
const most = (place: number) => least(place) + 99_999n
type Counted = { number: string; minor: bigint; count: bigint }
const countsOf = (rows: readonly Counted[]) =>
  new Map(rows.map(({ number, minor, count }) => [`${number} ${minor}`, Number(count)]))

/** Payments of a world that are in the books, by account and amount. */
export const bookedOf = ({ deps }: Bff, place: number) =>
  deps.db.asWorker(async (tx) => {
    const { rows } = await sql<Counted>`
      select facts->>'landedOn' as number, minor, count(*)::bigint as count from bank_payment
      where state = 'BOOKED' and minor between ${least(place)} and ${most(place)}
      group by 1, 2`.execute(tx)
    return countsOf(rows)
  })

export const depositsOf = ({ deps }: Bff, place: number) =>
  deps.db.asWorker(async (tx) => {
    const { rows } = await sql<Counted>`
      select e.account_number as number, d.amount as minor, count(*)::bigint as count
      from deposit d join bank_entry e on e.entry_id = d.bank_entry
      where d.amount between ${least(place)} and ${most(place)} group by 1, 2`.execute(tx)
    return countsOf(rows)
  })

const landedOn = (facts: unknown) => (facts as { landedOn: string }).landedOn

/** As a person does who knows what was paid: a held payment is one of its own, or a known one. */
export async function decideAll(
  bff: Bff,
  place: number,
  paid: ReadonlyMap<string, number>,
): Promise<void> {
  const { db } = bff.deps
  const by = { name: 'a person', reason: 'The bank was asked.' }
  const held = await db.asWorker((tx) => listPayments(tx, { state: 'HELD', limit: 1_000 }))
  for (const { id, minor } of held) {
    if (minor < least(place) || minor > most(place)) continue
    const booked = await bookedOf(bff, place)
    const [payment] = await db.asWorker((tx) =>
      tx.selectFrom('bank_payment').select('facts').where('id', '=', id).execute(),
    )
    const key = `${payment ? landedOn(payment.facts) : ''} ${minor}`
    const isOwn = (booked.get(key) ?? 0) < (paid.get(key) ?? 0)
    await db.asWorker((tx) => (isOwn ? partPayment(tx, id, by) : joinPayment(tx, { id }, by)))
  }
}
