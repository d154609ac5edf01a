import fc from 'fast-check'
import { token_sort_ratio } from 'fuzzball'
import { describe, expect, test } from 'vitest'
import type { ListEntry } from './list-file.ts'
import { createNameIndex } from './name-index.ts'
import { normalised } from './names.ts'

const given =
  'Ada Boris Carla Dmitri Elena Farid Gustavo Helena Igor Jamila Karim Leila Marek Nadia'
const family =
  'Abadi Brankovic Castellanos Dvorak Eriksen Fofanah Grigoriev Haddad Ivanenko Jablonski Kowalczyk'
const givenNames = given.split(' ')
const familyNames = family.split(' ')
const entry = (name: string, at: number): ListEntry => ({
  reference: String(at),
  isPerson: true,
  names: [name],
  birthDates: [],
  countries: [],
  addresses: [],
  program: '',
})
/** Different names, as many as are asked for: a syllable of each number makes the second one. */
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu']
function nameOf(at: number): string {
  const middle = Array.from(String(at), (digit) => syllables[Number.parseInt(digit, 10)]).join('')
  return `${givenNames[at % 14] ?? ''} ${middle} ${familyNames[at % 11] ?? ''}`
}

describe('normalised', () => {
  test.each([
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Jørgen Ærø', 'jorgen aero'],
    ['Straße', 'strasse'],
    ['İstanbul ıssız', 'istanbul issiz'],
    ["O'Brien", 'obrien'],
    ['Al-Zawahiri', 'al zawahiri'],
    ['  Two\t words ', 'two words'],
    ['ﬁne', 'fine'],
    ['Путин', 'путин'],
    ['김정은', normalised('김정은')],
    ['...', ''],
  ])('%j is %j', (name, plain) => expect(normalised(name)).toBe(plain))

  test('twice is as once', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(normalised(normalised(name))).toBe(normalised(name))
      }),
      // Spaced letters of two scripts.
      { examples: [['a \u03b1 b'], ['\u0430.c \u0430']] },
    ))
})

/** "Karjeje Abadi" and a c: 85 of 100, with few runs of three letters in common. */
const fourLetters: [number, number, 'add' | 'drop'][] = [
  [3, 0, 'drop'],
  [6, 0, 'drop'],
  [1, 0, 'drop'],
  [9, 2, 'add'],
]

test('no name that is alike enough is missed for having been passed over', () => {
  const names = Array.from({ length: 400 }, (_, at) => nameOf(at))
  const { find } = createNameIndex(names.map(entry))
  const alphabet = 'abcdefghijklmnopqrstuvwxyz '
  fc.assert(
    fc.property(
      fc.nat(399),
      fc.array(fc.tuple(fc.nat(40), fc.nat(26), fc.constantFrom('change', 'add', 'drop')), {
        maxLength: 4,
      }),
      (at, edits) => {
        const edited = edits.reduce((name, [place, letter, kind]) => {
          const where = place % (name.length + 1)
          const added = kind === 'drop' ? '' : (alphabet[letter] ?? '')
          return name.slice(0, where) + added + name.slice(kind === 'add' ? where : where + 1)
        }, names[at] ?? '')
        const plain = normalised(edited)
        const alike = names.filter(
          (name) => token_sort_ratio(plain, normalised(name), { full_process: false }) >= 85,
        )
        const found = new Set(find(edited, 85).map(({ listedName }) => listedName))
        expect(alike.filter((name) => !found.has(name))).toEqual([])
      },
    ),
    { numRuns: 300, examples: [[66, fourLetters]] },
  )
})

test('no person is missed for a second name that is left out', () => {
  const names = Array.from({ length: 400 }, (_, at) => `${nameOf(at)} ${nameOf(399 - at)}`)
  const { find } = createNameIndex(names.map(entry))
  fc.assert(
    fc.property(fc.nat(399), fc.integer({ min: 1, max: 5 }), (at, dropped) => {
      const parts = (names[at] ?? '').split(' ').filter((_, place) => place !== dropped)
      const found = find(parts.join(' '), 85).map(({ listedName }) => listedName)
      expect(found).toContain(names[at])
    }),
  )
})

test('one name against 20,000 entries takes less than 200 ms', () => {
  const { find } = createNameIndex(Array.from({ length: 20_000 }, (_, at) => entry(nameOf(at), at)))
  const asked = ['Ada Babacece Abadi', 'Boris Kowalczyk', 'Muhammad Ali Khan', nameOf(12_345)]
  // The best of several tries: in one of them another program may have had the processor.
  const eachMs = Array.from({ length: 3 }, () => {
    const began = performance.now()
    const found = asked.map((name) => find(name, 85))
    expect(found.at(-1)?.[0]).toMatchObject({ listedName: nameOf(12_345), score: 100 })
    return (performance.now() - began) / asked.length
  })
  expect(Math.min(...eachMs)).toBeLessThan(200)
})
