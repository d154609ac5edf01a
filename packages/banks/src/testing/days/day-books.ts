import { type SpanAmong, spanAmong, type StatementSpan } from '../../evidence/among.ts'
import { closeDays, type OpenPayment } from '../../evidence/close.ts'
import type { Facts } from '../../evidence/facts.ts'
import { joinEvidence } from '../../evidence/join.ts'
import { type Decision, merged, type Report, type Reported } from '../../evidence/known.ts'
import { dayAfter } from '../../values/dates.ts'

export type Message = {
  kind: Report['kind']
  statement: string
  hash: string
  lines: readonly { facts: Facts; real: number }[]
  /** Of a statement: its days and balances. */
  span: StatementSpan
}

function daysOf({ opensOn, closesOn }: StatementSpan): string[] {
  const days = []
  for (let day = opensOn; day <= closesOn; day = dayAfter(day)) days.push(day)
  return days
}

/** The books of one account, in memory: what is joined, held, credited. */
export function createDayBooks({ isGross = false } = {}) {
  let payments: OpenPayment[] = []
  const closed = new Set<string>()
  const seen = new Set<string>()
  const spans: StatementSpan[] = []
  return { take, decide, payments: () => payments }

  function take({ kind, statement, hash, lines, span }: Message): void {
    if (seen.has(hash)) return
    seen.add(hash)
    const reported = lines.map(({ facts }, place): Reported => {
      const { bookedOn } = facts
      return {
        facts,
        report: { message: hash, kind, statement, line: place + 1, part: 0, bookedOn },
      }
    })
    const idOf = ({ report }: Reported) => `${report.message}/${report.line}`
    const known = withClosed()
    const among: SpanAmong = kind === 'STATEMENT' ? spanAmong(span, spans) : 'ALONE'
    const isClosed = ({ bookedOn }: Facts) => closed.has(bookedOn) || closed.has(dayAfter(bookedOn))
    const decisions = joinEvidence(known, reported, {
      idOf,
      isClosed,
      among,
      isGross: () => isGross,
    })
    for (const [place, item] of reported.entries())
      keep(item, decisions[place] ?? { kind: 'NEW' }, idOf(item))
    if (kind === 'STATEMENT') close({ message: hash, statement }, span)
  }

  function withClosed(): OpenPayment[] {
    return payments.map((payment) => ({
      ...payment,
      isDayClosed: closed.has(payment.facts.bookedOn),
      isNextClosed: closed.has(dayAfter(payment.facts.bookedOn)),
    }))
  }

  function close(of: { message: string; statement: string }, span: StatementSpan): void {
    for (const day of daysOf(span)) closed.add(day)
    spans.push(span)
    const { opensOn, closesOn } = span
    const closing = closeDays(withClosed(), {
      ...of,
      opensOn,
      closesOn,
      balanced: 'ALL',
      isGross: () => isGross,
    })
    settle(closing.release, closing.dissolve)
  }

  /** Held payments go on, or are another one once more. */
  function settle(release: readonly string[], dissolve: readonly { id: string; into: string }[]) {
    const into = new Map(dissolve.map((item) => [item.id, item.into]))
    payments = payments.flatMap((payment): OpenPayment[] => {
      if (into.has(payment.id)) return []
      const gained = payments.filter(({ id }) => into.get(id) === payment.id)
      const reports = [...payment.reports, ...gained.flatMap((held) => held.reports)]
      const likelyOf = into.get(payment.likelyOf) ?? payment.likelyOf
      const isReal = !payment.isHeld || release.includes(payment.id)
      return [
        {
          ...payment,
          likelyOf,
          reports,
          ...(isReal ? { isHeld: false, heldFor: '' as const } : {}),
        },
      ]
    })
  }

  /** As a person does who knows whether a held payment is one of its own. */
  function decide(isOwn: (held: OpenPayment) => boolean): number {
    const held = payments.filter(({ isHeld }) => isHeld)
    for (const { id } of held) {
      const payment = payments.find((item) => item.id === id)
      if (!payment) continue
      if (isOwn(payment)) settle([id], [])
      else settle([], [{ id, into: payment.likelyOf }])
    }
    return held.length
  }

  function keep({ facts, report }: Reported, decision: Decision, id: string): void {
    if (decision.kind === 'JOIN') {
      payments = payments.map((payment) =>
        payment.id === decision.paymentId
          ? {
              ...payment,
              facts: merged(payment.facts, facts),
              certain:
                decision.likeness === 'CERTAIN' ? merged(payment.certain, facts) : payment.certain,
              reports: [
                ...payment.reports,
                { ...report, isProbable: decision.likeness !== 'CERTAIN' },
              ],
            }
          : payment,
      )
      return
    }
    payments.push({
      id,
      facts,
      certain: facts,
      isHeld: decision.kind === 'HOLD',
      isDayClosed: false,
      isNextClosed: false,
      heldFor: decision.kind === 'HOLD' ? decision.why : '',
      likelyOf: decision.kind === 'HOLD' ? decision.paymentId : '',
      reports: [report],
    })
  }
}
