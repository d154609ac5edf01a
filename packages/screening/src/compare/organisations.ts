import { numberIn } from '../tables/numbers.ts'
import { isGeneric, mayBeLeftOut, meansOther, meansSame } from '../tables/organisations.ts'
import type { Part } from '../text/parts.ts'
import type { FormKind } from './legal-forms.ts'
import { slipBelow } from './likeness.ts'
import {
  atMostApart,
  type Because,
  type Likeness,
  reasonsOf,
  scoreApart,
  withinShare,
} from './outcome.ts'
import { type Known, type Pair, pairUp } from './pairing.ts'
import type { Reading } from './readings.ts'

/** A single name must hardly differ. */
const singleAtLeast = 87
const meaningAlike = 0.97
/** A fund or unit is looked at when one of its neighbours by number is listed. */
const besideAlike = 0.9
const besideAtMost = 2

/** How alike two names of companies and other organisations are, from 0 to 100. */
export function compareOrganisations(asked: Reading, listed: Reading): Likeness {
  const [a, b] = [asked.parts, listed.parts]
  const { pairs, restA, restB } = pairUp(a, b, factsOf)
  const because = [...reasonsOf(pairs), ...formReasons(asked.forms, listed.forms)]
  const rest = [...restA.map((at) => a[at]), ...restB.map((at) => b[at])].flatMap(
    (part) => part ?? [],
  )
  const isLost =
    (restA.length > 0 && restB.length > 0) || rest.some(({ text }) => !mayBeLeftOut(text))
  if (isLost || pairs.length === 0) return { score: scoreApart(pairs, rest), because }
  const letters = pairs.reduce((sum, pair) => sum + pair.letters, 0)
  const common = pairs.reduce((sum, pair) => sum + pair.letters * pair.alike, 0)
  const score = Math.round((100 * common) / letters)
  if (rest.length > 0) {
    because.push('a place or "group" left out')
    return {
      score: isDistinct(pairs, a) ? Math.round(withinShare * score) : Math.min(atMostApart, score),
      because,
    }
  }
  const isTooShort = pairs.length === 1 && score < singleAtLeast
  const isNumber = pairs.some(({ kind }) => kind === 'number') && !isDistinct(pairs, a)
  const slips = pairs.filter(({ alike }) => alike < slipBelow)
  const isOther =
    slips.length > 1 ||
    (slips.length === 1 &&
      pairs.length > 1 &&
      !isDistinct(
        pairs.filter((pair) => !slips.includes(pair)),
        a,
      ))
  return {
    score: isTooShort || isNumber || isOther ? Math.min(atMostApart, score) : score,
    because,
  }
}

/** Whether there is more than `National Bank`. */
const isDistinct = (pairs: readonly Pair[], a: readonly Part[]): boolean =>
  pairs.some(({ kind, a: places }) =>
    kind === 'number' ? false : places.some((at) => !isGeneric(a[at]?.text ?? '')),
  )

function formReasons(a: ReadonlySet<FormKind>, b: ReadonlySet<FormKind>): Because[] {
  if (a.size === 0 && b.size === 0) return []
  if (a.size === 0 || b.size === 0) return ['the legal form left out']
  return a.has('spelled out') === b.has('spelled out') ? [] : ['the legal form in words']
}

/** What numbers and frequent names of organisations say, whatever their letters. */
function factsOf({ text: a }: Part, { text: b }: Part): ReturnType<Known> {
  if (a === b) return { alike: 1, kind: 'same' }
  if (meansSame(a, b)) return { alike: meaningAlike, kind: 'meaning' }
  if (meansOther(a, b)) return { alike: 0, kind: 'meaning' }
  const [n, m] = [numberIn(a), numberIn(b)]
  if (n !== undefined && m !== undefined)
    return n === m ? { alike: meaningAlike, kind: 'meaning' } : beside(n, m)
  const [series, other] = [/^([a-z]+)(\d+)$/.exec(a), /^([a-z]+)(\d+)$/.exec(b)]
  if (series && other && series[1] === other[1]) return beside(Number(series[2]), Number(other[2]))
  return n === undefined && m === undefined ? undefined : { alike: 0, kind: 'number' }
}

const beside = (n: number, m: number): ReturnType<Known> => ({
  alike: Math.abs(n - m) <= besideAtMost ? besideAlike : 0,
  kind: 'number',
})
