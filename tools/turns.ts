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
  return all.toSorted((a, b) => rank(a).localeCompare(rank(b), 'en')).slice(0, count)
}

/** The folder of a module, as `apps/bff/src/modules/transfers` and `apps/web/src/pages/wallets`. */
const moduleOf = (path: string) => dirname(path).split('/').slice(0, 5).join('/')

/** Modules that differ from the last commit but one; without a history there are none. */
function changedFolders(): Set<string> {
  try {
    const changed = execFileSync('git', ['diff', '--name-only', 'HEAD~1'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return new Set(changed.split('\n').map(moduleOf))
  } catch {
    return new Set()
  }
}

const recordFile = join(root, 'tools', 'durations.json')

/** Seconds by file, of those that took a second and more in the last run with `TURNS=all`. */
export const durations = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, number>

const isAll = process.env['TURNS'] === 'all'

/** A run that tried all files replaces the record. */
export function recordDurations(files: readonly { file: string; seconds: number }[]): void {
  if (!isAll) return
  const long = files
    .filter(({ seconds }) => seconds >= 1)
    .map(({ file, seconds }) => [file, Math.round(seconds)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}

/** Seconds of the record that a run spends on each kind. */
const budgets = { unit: 55, modules: 500, journeys: 95 }

export type Kind = keyof typeof budgets
export const kinds = Object.keys(budgets) as Kind[]

function kindOf(file: string): Kind {
  if (file.startsWith('e2e/')) return 'journeys'
  return file.startsWith('apps/bff/') ? 'modules' : 'unit'
}

/** The tests of docs/specification/guarantees.md, one or more for each guarantee. */
export const held: ReadonlySet<string> = new Set(
  readFileSync(join(root, 'docs/specification/guarantees.md'), 'utf8')
    .match(/[\w/.-]+\.(test|spec)\.ts/g)
    ?.map((path) => path.replace('../../', '')),
)

/** The files of a kind whose turn it is not. */
export function waiting(kind: Kind, changed = changedFolders()): string[] {
  if (process.env['FULL'] || isAll) return []
  const files = Object.keys(durations).filter((file) => kindOf(file) === kind)
  let left = budgets[kind]
  const fits = (file: string) => {
    const seconds = durations[file] ?? 0
    if (!held.has(file) && seconds > left) return false
    left -= seconds
    return true
  }
  const byTurn = chosen(files, files.length, (file) => file, changed)
  const inOrder = byTurn.toSorted((a, b) => Number(held.has(b)) - Number(held.has(a)))
  return inOrder.filter((file) => !fits(file))
}
