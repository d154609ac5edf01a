import type { DemoEnd, DemoHabit, DemoOrdinary } from './demo-records.ts'

/** How long before the first start the clock begins. */
export const historyDays = 30
/** As many as any thirty days hold, whenever they begin. */
const businessDays = 20

/** Some transfers of a day that are ordered at one time and paid in some minutes later. */
export type DemoTurn = { at: Date; paidAfterMinutes: number; transfers: readonly DemoOrdinary[] }

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * What the habits amount to on the business days before `until`, the earliest first. It is always the
 * same number of days, so that what there is of demo data does not depend on the day of the week.
 */
export function turnsOf(habits: readonly DemoHabit[], until: Date): DemoTurn[] {
  const midnight = Math.floor(until.getTime() / dayMs) * dayMs
  return Array.from({ length: historyDays - 1 }, (_, i) => new Date(midnight - (i + 1) * dayMs))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .slice(0, businessDays)
    .toReversed()
    .map((date, day) => turnOn(habits, date, day))
}

function turnOn(habits: readonly DemoHabit[], date: Date, day: number): DemoTurn {
  const due = habits.filter(({ everyDays }, i) => (day + i) % everyDays === 0)
  const { minute, paidAfterMinutes } = paces[day % paces.length] ?? paces[0]
  return {
    at: new Date(date.getTime() + minute * minuteMs),
    paidAfterMinutes,
    transfers: due.map((habit) => transferOf(habit, day)),
  }
}

/** When in the day, and how long the payer takes; the lengths of the lists share no divisor. */
const paces = [
  { minute: 512, paidAfterMinutes: 4 },
  { minute: 607, paidAfterMinutes: 7 },
  { minute: 841, paidAfterMinutes: 3 },
  { minute: 558, paidAfterMinutes: 22 },
  { minute: 934, paidAfterMinutes: 5 },
  { minute: 726, paidAfterMinutes: 9 },
  { minute: 483, paidAfterMinutes: 3 },
] as const
/** Hundredths of the habit's mean. */
const shares = [92, 104, 81, 127, 98, 73, 116, 109, 88, 134, 95]

function transferOf(habit: DemoHabit, day: number): DemoOrdinary {
  const { from, to, amount, purposeCode, reference } = habit
  const share = shares[day % shares.length] ?? 100
  return {
    transactionId: `${reference}-${101 + day}`,
    from,
    to,
    amount: Math.round((amount * share) / 100),
    purposeCode,
    reference: `${reference} ${101 + day}`,
    ends: endOn(habit, day),
  }
}

/** Once in a while the payee's bank gives the money back, or an order is taken back. */
function endOn({ everyDays }: DemoHabit, day: number): DemoEnd {
  if (everyDays === 1 && day % 13 === 4) return 'REFUNDED'
  return everyDays === 2 && day % 17 === 8 ? 'CANCELLED' : 'COMPLETED'
}
