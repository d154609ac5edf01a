import { readFileSync } from 'node:fs'

export type Method = 'MOD10' | 'MOD11' | 'DBLAL'

/** One check of a range of sort codes. */
export type WeightLine = {
  from: string
  to: string
  method: Method
  /** Of the six digits of the sort code and the eight of the account. */
  weights: readonly number[]
  /** Number of the exception that applies; 0 where none does. */
  exception: number
}

export type Tables = {
  lines: readonly WeightLine[]
  /** Sort codes that are checked as another one. */
  substitutes: ReadonlyMap<string, string>
}

const folder = '../../../data/vocalink-8.50/'

const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '')

function lineOf([from = '', to = '', method, ...numbers]: string[]): WeightLine {
  if (method !== 'MOD10' && method !== 'MOD11' && method !== 'DBLAL')
    throw new Error(`the weights of ${from} are of no known method`)
  const [weights, exception] = [numbers.slice(0, 14).map(Number), Number(numbers[14] ?? 0)]
  return { from, to, method, weights, exception }
}

let read: Tables | undefined

/** The published tables, read when they are first needed. */
export function tables(): Tables {
  read ??= {
    lines: rowsOf('valacdos.txt').map(lineOf),
    substitutes: new Map(rowsOf('scsubtab.txt').map(([code = '', as = '']) => [code, as])),
  }
  return read
}
