import { joined, type Part, seamless } from '../text/parts.ts'
import { tonesOf } from '../text/romanised.ts'
import { likeness } from './likeness.ts'
import { compareOrganisations } from './organisations.ts'
import { atMostApart, type Because, type Likeness, unlike } from './outcome.ts'
import { runAs } from './pairing.ts'
import { comparePeople } from './people.ts'
import { type Kind, type Reading, readingsOf } from './readings.ts'

/** Scripts in which a character is a syllable of a name: another one is another name. */
const syllabic = new Set(['Han', 'Hangul'])
/** So many letters written together are a name of their own. */
const togetherLetters = 8
const togetherShare = 0.97
/** What is not written alike is never wholly the same. */
const atMostAssumed = 99

/**
 * How alike two names are, as those of people or organisations; as both where nothing says which.
 * 100 is the same name, 85 and above a hit, and each comes with why.
 */
export function compareNames(a: string, b: string, kind?: Kind): Likeness {
  const kinds: readonly Kind[] = kind ? [kind] : ['person', 'organisation']
  return best(
    kinds.flatMap((each) => {
      const listed = readingsOf(b, each, 'listed')
      return readingsOf(a, each, 'asked').flatMap((asked) =>
        listed.map((other) => compareReadings(asked, other)),
      )
    }),
  )
}

/** How alike two readings of a kind are. */
export function compareReadings(asked: Reading, listed: Reading): Likeness {
  const assumed: Because[] = [...new Set([...asked.because, ...listed.because])]
  if (asked.normal === listed.normal && assumed.length === 0)
    return { score: 100, because: ['the same name'] }
  const found = best([
    asked.kind === 'person' ? comparePeople(asked, listed) : compareOrganisations(asked, listed),
    writtenTogether(asked.all, listed.all),
  ])
  if (found.score === 0) return unlike
  if (asked.script !== listed.script) assumed.unshift('written in another script')
  const most = isOtherSyllable(asked, listed)
    ? atMostApart
    : assumed.length > 0
      ? atMostAssumed
      : 100
  const because = [...new Set([...assumed, ...found.because])]
  return {
    score: Math.min(most, found.score),
    because: because.length > 0 ? because : ['the same name'],
  }
}

function isOtherSyllable(a: Reading, b: Reading): boolean {
  if (!syllabic.has(a.script) || a.script !== b.script) return false
  if (a.script === 'Han') return tonesOf(a.normal) !== tonesOf(b.normal)
  return a.normal.replaceAll(' ', '') !== b.normal.replaceAll(' ', '')
}

const best = (all: readonly Likeness[]): Likeness =>
  all.reduce((most, next) => (next.score > most.score ? next : most), unlike)

/** Names whose spaces are all elsewhere: `Nikolai Plat Ono Vich` and `NikolaiPlatonovich`. */
function writtenTogether(a: readonly Part[], b: readonly Part[]): Likeness {
  if (a.length === b.length || a.length === 0 || b.length === 0) return unlike
  if (seamless(a) !== seamless(b)) return unlike
  const other = joined(b)
  const own = runAs(a, other)
  if (!own || !runAs(b, own) || Math.min(own.text.length, other.text.length) < togetherLetters)
    return unlike
  const alike = togetherShare * likeness(own, other)
  if (alike < 0.9) return unlike
  return { score: Math.round(100 * alike), because: ['written together or apart'] }
}
