import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareReadings } from '../compare/compare.ts'
import { readingsOf } from '../compare/readings.ts'
import { createNameIndex, type Listed } from './name-index.ts'

const threshold = 85
const people =
  'Vladimir Vladimirovich Putin,Сергей Викторович Лавров,Igor Ivanovich Sechin,بشار الأسد,Kim Jong Un,習近平,' +
  "عزت إبراهيم خليل الدوري,Marie-Therese Abena Ondoa,Abd al-Aziz al-Nuristani,Muhammad bin Salman,Maria del Carmen O'Neill,Jean-Claude Juncker,김정은,J. R. Tolkien," +
  'Nikolai Platonovich Patrushev,Ramzan Akhmatovich Kadyrov,नरेन्द्र मोदी,Van Den,Li,Hannibal,Se7en Silva'
const organisations =
  'OAO Gazprom,Siemens Aktiengesellschaft,The Homs Refinery Company,华为技术有限公司,ООО Ромашка,Brigade 44,' +
  'Orient Partners Fund VI L.P.,Al-Qaida/Islamic Army,United States Department of Records,National Bank of Iran,' +
  'A.B.C. Company,Group,The,Limited,BAE Industries Inc.,3 Percenters,Garantex Europe OU,Van der Bilt Corp'
const particles = { names: ['Al An'] as [string], isPerson: true }
const entries: (Listed & { names: [string] })[] = [
  particles,
  ...people.split(',').map((name) => ({ names: [name] as [string], isPerson: true })),
  ...organisations.split(',').map((name) => ({ names: [name] as [string], isPerson: false })),
]
const { add, find } = createNameIndex<(typeof entries)[number]>()
for (const entry of entries) add(entry)

const anEntry = fc.constantFrom(...entries)
const found = (name: string) => find(name, threshold).map(({ entry }) => entry)

test.each(entries)('$names.0 finds itself', (entry) => {
  const [best] = find(entry.names[0], threshold)
  expect(best?.score).toBe(100)
  expect(found(entry.names[0])).toContain(entry)
})

test('each entry once, by its best name, best first', () => {
  const index = createNameIndex<Listed>()
  index.add({ names: ['Igor Ivanovich Sechin', 'Igor Sechin', 'Игорь Сечин'], isPerson: true })
  index.add({ names: ['Igor Sechkin'], isPerson: true })
  expect(index.find('Igor Sechin', threshold)).toMatchObject([
    { listedName: 'Igor Sechin', score: 100, because: ['the same name'] },
    { listedName: 'Igor Sechkin', because: ['spelt otherwise'] },
  ])
})

describe('what changes nothing', () => {
  const outcome = (name: string) => new Set(found(name))

  test('case and marks', () =>
    fc.assert(
      fc.property(anEntry, fc.boolean(), ({ names: [name] }, upper) => {
        const other = (upper ? name.toUpperCase() : name.toLowerCase()).normalize('NFD')
        expect(outcome(other)).toEqual(outcome(name))
      }),
    ))

  test('diacritics', () =>
    fc.assert(
      fc.property(anEntry, ({ names: [name] }) => {
        const other = name.replaceAll(/[aou]/g, (letter) => `${letter}\u0308`)
        expect(outcome(other)).toEqual(outcome(name))
      }),
    ))

  test('the order of names', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(
          'Vladimir Vladimirovich Putin',
          'Igor Ivanovich Sechin',
          'Ramzan Akhmatovich Kadyrov',
          'Homs Refinery Company',
          'National Bank of Iran',
          'Сергей Викторович Лавров',
        ),
        fc.nat(),
        (name, seed) => {
          const parts = name.split(' ')
          const at = seed % parts.length
          const turned = [...parts.slice(at), ...parts.slice(0, at)]
          if (seed % 2 === 0) turned.reverse()
          expect(outcome(turned.join(' '))).toEqual(outcome(name))
        },
      ),
    ))
})

/** Changes of a name as people and machines make them. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz 7'
const edits = fc.array(
  fc.tuple(
    fc.nat(40),
    fc.nat(alphabet.length - 1),
    fc.constantFrom('change', 'add', 'drop', 'part'),
  ),
  { maxLength: 3 },
)

const listed = entries.map((entry) => {
  const kind = entry.isPerson ? ('person' as const) : ('organisation' as const)
  return { entry, kind, readings: readingsOf(entry.names[0], kind, 'listed') }
})

test('no name that the comparison takes for another is passed over', () => {
  fc.assert(
    fc.property(
      anEntry,
      anEntry,
      edits,
      fc.constantFrom('', ' OR ', ' '),
      (entry, other, changes, by) => {
        const start = by === '' ? entry.names[0] : `${entry.names[0]}${by}${other.names[0]}`
        const name = changes.reduce((text, [place, letter, kind]) => {
          const parts = text.split(' ')
          if (kind === 'part') return parts.filter((_, at) => at !== place % parts.length).join(' ')
          const at = place % (text.length + 1)
          const added = kind === 'drop' ? '' : (alphabet[letter] ?? '')
          return text.slice(0, at) + added + text.slice(kind === 'add' ? at : at + 1)
        }, start)
        const asked = {
          person: readingsOf(name, 'person', 'asked'),
          organisation: readingsOf(name, 'organisation', 'asked'),
        }
        const alike = listed.filter(({ kind, readings }) =>
          asked[kind].some((own) =>
            readings.some((reading) => compareReadings(own, reading).score >= threshold),
          ),
        )
        expect(new Set(found(name))).toEqual(new Set(alike.map(({ entry: match }) => match)))
      },
    ),
    { numRuns: 100, examples: [[particles, particles, [[4, 0, 'drop']], '']] },
  )
})
