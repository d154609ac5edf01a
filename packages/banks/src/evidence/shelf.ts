import type { Facts } from './facts.ts'
import {
  type Decision,
  isStated,
  type KnownPayment,
  merged,
  type Report,
  type Reported,
} from './known.ts'

/** Payments by what is looked for: their amount, and the ids that name them. */
export function createShelf(known: readonly KnownPayment[]) {
  const byId = new Map<string, KnownPayment>()
  const byKey = new Map<string, KnownPayment[]>()
  const bySameId = new Map<string, Set<KnownPayment>>()
  const taken = new Set<string>()
  const byLine = new Map<string, KnownPayment>()
  const byUniqueId = new Map<string, KnownPayment>()
  const index = (payment: KnownPayment, facts: Facts) => {
    for (const id of idsOf(facts)) {
      const own = bySameId.get(id) ?? new Set()
      bySameId.set(id, own.add(payment))
    }
    for (const id of uniqueIdsOf(facts)) byUniqueId.set(id, payment)
  }
  const add = (payment: KnownPayment) => {
    byId.set(payment.id, payment)
    const own = byKey.get(keyOf(payment.facts))
    if (own) own.push(payment)
    else byKey.set(keyOf(payment.facts), [payment])
    index(payment, payment.facts)
    for (const report of payment.reports) if (report.statement) byLine.set(lineOf(report), payment)
  }
  for (const payment of known) add({ ...payment })
  return {
    byId: (id: string) => byId.get(id),
    /** Credited payments that are on no statement. */
    open: () => [...byId.values()].filter((payment) => !payment.isHeld && !isStated(payment)),
    /** Whether a line of this call joined it. */
    isTaken: (id: string) => taken.has(id),
    statedAt: (report: Report) => {
      const payment = report.statement === '' ? undefined : byLine.get(lineOf(report))
      return payment ? [payment] : []
    },
    /** It has an id that no other payment has, and another amount: before charges, or corrected. */
    ofAnotherAmount: (facts: Facts) =>
      uniqueIdsOf(facts)
        .map((id) => byUniqueId.get(id))
        .find((payment) => payment && payment.facts.minor !== facts.minor),
    alike: (facts: Facts) => byKey.get(keyOf(facts)) ?? [],
    withSameId: (facts: Facts) => [
      ...new Set(idsOf(facts).flatMap((id) => [...(bySameId.get(id) ?? [])])),
    ],
    put: (item: Reported, decision: Decision, idOf: (item: Reported) => string) => {
      const { facts, report } = item
      const before = decision.kind === 'JOIN' ? byId.get(decision.paymentId) : undefined
      if (before) {
        taken.add(before.id)
        before.facts = merged(before.facts, facts)
        if (isCertain(decision)) before.certain = merged(before.certain, facts)
        before.reports = [...before.reports, { ...report, isProbable: !isCertain(decision) }]
        index(before, facts)
        return
      }
      const isHeld = decision.kind === 'HOLD'
      const likelyOf = decision.kind === 'HOLD' ? decision.paymentId : ''
      // A message that is there again has each payment once again, and what is more is more.
      if (decision.kind === 'HOLD' && decision.why === 'PERHAPS_REPEATED') taken.add(likelyOf)
      const id = idOf(item)
      add({
        id,
        facts,
        certain: facts,
        isHeld,
        likelyOf,
        isDayClosed: false,
        isNextClosed: false,
        reports: [report],
      })
    },
  }
}

const lineOf = ({ statement, line, part }: Report) => `${statement} ${line}/${part}`

/** By what two of one amount may be the same for certain. */
function idsOf(facts: Facts): string[] {
  const { uetr, transactionId, endToEndId, reference, lineReference } = facts
  return [uetr, transactionId, endToEndId, reference, lineReference]
    .filter((id) => id !== '')
    .map((id) => `${keyOf(facts)} ${id}`)
}

const uniqueIdsOf = ({ account, direction, group, uetr, transactionId }: Facts): string[] =>
  [uetr, transactionId]
    .filter((id) => id !== '')
    .map((id) => `${account} ${direction} ${group} ${id}`)

export const isCertain = (decision: Decision) =>
  decision.kind === 'JOIN' && decision.likeness === 'CERTAIN'

const keyOf = ({ account, direction, group, minor }: Facts) =>
  `${account} ${direction} ${group} ${minor}`
