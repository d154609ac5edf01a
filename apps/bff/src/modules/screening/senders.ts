import type { Deps } from '../../ports/deps.ts'
import { askedBy, keyOf, lookUp, type LookUp, type Subject } from './screen.ts'

/** What the lists say of those who sent some money, by the text that they were asked by. */
export type Senders = ReadonlyMap<string, LookUp>

/**
 * Asks the lists about senders, outside any transaction. Where the lists cannot be asked nobody is
 * in the answer, and `sendersIn` refuses.
 */
export async function lookUpSenders(
  deps: Pick<Deps, 'screening' | 'log'>,
  subjects: readonly Subject[],
): Promise<Senders> {
  const found = await lookUp(deps, subjects)
  if (!found.ok) return new Map()
  const { subjects: asked, report } = found.value
  const hits = Map.groupBy(report.hits, ({ subject }) => subject)
  return new Map(
    asked.map((subject, place) => {
      const own = (hits.get(place) ?? []).map((hit) => ({ ...hit, subject: 0 }))
      return [askedBy(subject), { subjects: [subject], report: { ...report, hits: own } }]
    }),
  )
}

/**
 * What the lists say of who sent one payment; undefined where nobody is named.
 * @throws where one of them was not looked up: the payment is then taken in later
 */
export function sendersIn(senders: Senders, subjects: readonly Subject[]): LookUp | undefined {
  const named = subjects.filter((subject) => keyOf(subject).key !== '')
  const found = named.map((subject) => {
    const answer = senders.get(askedBy(subject))
    if (!answer) throw new Error('The lists cannot be asked.')
    return answer
  })
  const [first] = found
  if (!first) return undefined
  return {
    subjects: found.flatMap((item) => item.subjects),
    report: {
      ...first.report,
      hits: found.flatMap(({ report }, at) => report.hits.map((hit) => ({ ...hit, subject: at }))),
    },
  }
}
