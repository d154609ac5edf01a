// Which test files a run tries. Each run has a budget: it tries what holds a guarantee and what is
// not in the record, then what belongs to a changed module, then what its seed gives, as much as fits.
// `FULL=1` tries all files with all their rounds, `TURNS=all` all files with the rounds of each run.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './stamp.mjs'

/** Takes some of all by the run's seed, and those that belong to what was changed before any other. */
export function chosen<T>(
  all: readonly T[],
  count: number,
  nameOf: (item: T) => string,
  changed = changedFolders(),
): T[] {
  const seed = process.env['FIRST_SEED'] ?? '1'
  const rank = (item: T) => {
    const name = nameOf(item)
    const place = createHash('sha256').update(`${seed} ${name}`).digest('hex')
    return `${changed.has(moduleOf(name)) ? 0 : 1} ${place}`
  }
  return all
    .map((item) => ({ item, place: rank(item) }))
    .toSorted((a, b) => a.place.localeCompare(b.place, 'en'))
    .slice(0, count)
    .map(({ item }) => item)
}

/** The folder of a module, as `apps/bff/src/modules/transfers` and `apps/web/src/pages/wallets`. */
const moduleOf = (path: string) => dirname(path).split('/').slice(0, 5).join('/')

/** Modules that the commits of the last twelve hours or the work at hand changed; without a history there are none. */
function changedFolders(): Set<string> {
  const paths = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const landed = paths('log', '--since=12.hours', '--name-only', '--format=')
    return new Set(`${landed}\n${paths('diff', '--name-only', 'HEAD')}`.split('\n').map(moduleOf))
  } catch {
    return new Set()
  }
}

const recordFile = join(root, 'tools', 'durations.json')

/** Seconds by file, of those that took a second and more in the last run with `TURNS=all`. */
export const durations = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, number>

const isAll = () => process.env['TURNS'] === 'all'

/** A run that tried all files replaces the record. */
export function recordDurations(files: readonly { file: string; seconds: number }[]): void {
  if (!isAll()) return
  const long = files
    .filter(({ seconds }) => seconds >= 1)
    .map(({ file, seconds }) => [file, Math.round(seconds)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}

/** Seconds of the record that a run spends on each kind, beside what holds a guarantee. */
const budgets = { unit: 8, modules: 15, journeys: 20 }

export type Kind = keyof typeof budgets
export const kinds = Object.keys(budgets) as Kind[]

function kindOf(file: string): Kind {
  if (file.startsWith('e2e/')) return 'journeys'
  return file.startsWith('apps/bff/') ? 'modules' : 'unit'
}

/** What runs each time: the tests that docs/specification/guarantees.md names, and the rules of the sources. */
export const held: ReadonlySet<string> = new Set([
  'tools/tidy.test.ts',
  ...(readFileSync(join(root, 'docs/specification/guarantees.md'), 'utf8')
    .match(/[\w/.-]+\.(test|spec)\.ts/g)
    ?.map((path) => path.replace('../../', '')) ?? []),
])

/** The files of a kind whose turn it is not. */
export function waiting(kind: Kind, changed = changedFolders()): string[] {
  if (process.env['FULL'] || isAll()) return []
  const files = Object.keys(durations).filter((file) => kindOf(file) === kind && !held.has(file))
  let left = budgets[kind]
  // The last one may take more than is left, or a long file would never have its turn.
  const fits = (file: string) => {
    const isNow = left > 0
    left -= durations[file] ?? 0
    return isNow
  }
  return chosen(files, files.length, (file) => file, changed).filter((file) => !fits(file))
}
