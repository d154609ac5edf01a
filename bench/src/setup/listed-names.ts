import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/** A labelled pair of names, as the public name bench of nomenklatura has it. */
export type Pair = {
  group: string
  kind: 'person' | 'organisation'
  asked: string
  listed: string
  isMatch: boolean
}
export type Listed = { names: string[]; isPerson: boolean }

type Row = Record<string, string>

const rowsOf = (path: string): Row[] =>
  parse(readFileSync(path), { bom: true, columns: true, relaxColumnCount: true })

/** `contrib/name_bench/cases.csv` of the repository opensanctions/nomenklatura. */
export const readPairs = (path: string): Pair[] =>
  rowsOf(path).map((row) => ({
    group: row['case_group'] ?? '',
    kind: row['schema'] === 'Person' ? 'person' : 'organisation',
    asked: row['name1'] ?? '',
    listed: row['name2'] ?? '',
    isMatch: row['is_match'] === 'true',
  }))

/** A list in the layout `targets.simple.csv` of OpenSanctions. */
export const readListed = (path: string): Listed[] =>
  rowsOf(path).map((row) => ({
    names: [row['name'] ?? '', ...(row['aliases'] ?? '').split(';')].filter(Boolean),
    isPerson: row['schema'] === 'Person',
  }))

/** The same numbers in each run, from 0 to below `below`. */
export function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const pick = <T>(from: readonly T[], draw: (below: number) => number): T => {
  const found = from[draw(from.length)]
  if (found === undefined) throw new Error('nothing to draw from')
  return found
}

const given = (
  'James Mary Michael Patricia Robert Jennifer John Linda David Elizabeth William Barbara Richard Susan ' +
  'Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley ' +
  'Jose Maria Juan Carmen Luis Ana Mohammed Fatima Ahmed Aisha Ali Wei Jing Yuki Hiroshi Anna Peter Olga Ivan ' +
  'Oliver Amelia Noah Isla Chloe Emma Lucas Mia Hugo Lea Jonas Lina Mateo Valentina Priya Arjun Ngozi Kwame'
).split(' ')
const family = (
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson ' +
  'Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis ' +
  'Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Khan Ahmed Ali Hussain Singh Patel ' +
  'Kim Park Chen Wang Tanaka Sato Ivanov Petrov Muller Schmidt Rossi Ferrari Silva Santos Okafor Mensah'
).split(' ')

/** The fifty names that are most frequent in the United States and the United Kingdom, by census. */
export const frequentNames = (
  'James Smith,Michael Smith,Robert Smith,Maria Garcia,David Smith,Maria Rodriguez,Mary Smith,Maria Hernandez,' +
  'Maria Martinez,James Johnson,John Smith,Robert Johnson,Michael Johnson,David Johnson,William Smith,Jose Garcia,' +
  'Jose Rodriguez,Jose Hernandez,Jose Martinez,John Williams,John Jones,David Jones,David Williams,Michael Brown,' +
  'James Brown,Robert Brown,Margaret Smith,Susan Smith,Sarah Jones,Sarah Smith,Mary Johnson,Patricia Smith,' +
  'Jennifer Smith,Linda Johnson,Elizabeth Smith,Barbara Smith,Juan Garcia,Juan Martinez,Carlos Rodriguez,' +
  'Luis Hernandez,Daniel Smith,Thomas Brown,Paul Smith,Peter Smith,Mohammed Khan,Mohammed Ali,Muhammad Ahmed,' +
  'Anna Miller,Thomas Anderson,Christopher Taylor'
).split(',')

/** Customers by a given and a family name, a third of them with a second one. */
export function customers(count: number): string[] {
  const draw = draws(33)
  return Array.from({ length: count }, () => {
    const second = draw(3) === 0 ? ` ${pick(given, draw)}` : ''
    return `${pick(given, draw)}${second} ${pick(family, draw)}`
  })
}

/** So many listed people, each with a name of parts of others' names. */
export function recombined(from: readonly Listed[], count: number): Listed[] {
  const draw = draws(34)
  const people = from.filter(({ isPerson }) => isPerson).flatMap(({ names }) => names)
  const parts = people.flatMap((name) => name.split(/[\s,]+/).filter((part) => part.length > 1))
  return Array.from({ length: count }, () => {
    const size = 2 + draw(3)
    return {
      names: [Array.from({ length: size }, () => pick(parts, draw)).join(' ')],
      isPerson: true,
    }
  })
}
