// What the ordinary run leaves to the long one (`FULL=1`), before a release: journeys with `@full` in
// their titles, and most pages.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

export const isFull = Boolean(process.env['FULL'])

const sampledCount = 5

/**
 * Pages for the ordinary run: first those whose sources were changed last, then what the seed gives.
 * A page's name begins with its folder in apps/web/src/pages.
 */
export function sampled<T extends { name: string }>(pages: readonly T[]): T[] {
  const touched = touchedFolders()
  const rank = ({ name }: T) => `${touched.has(name.split(' ')[0] ?? '') ? 0 : 1} ${placeOf(name)}`
  return pages.toSorted((a, b) => rank(a).localeCompare(rank(b), 'en')).slice(0, sampledCount)
}

/** In no order but that of the run's seed (playwright.config.ts). */
const placeOf = (name: string) =>
  createHash('sha256').update(`${process.env['FIRST_SEED']} ${name}`).digest('hex')

/** Those that differ from the last commit but one; without a history there are none. */
function touchedFolders(): Set<string | undefined> {
  const folder = 'apps/web/src/pages/'
  try {
    const changed = execFileSync('git', ['diff', '--name-only', 'HEAD~1', '--', folder], {
      cwd: new URL('../../', import.meta.url),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return new Set(changed.split('\n').map((path) => path.slice(folder.length).split('/')[0]))
  } catch {
    return new Set()
  }
}
