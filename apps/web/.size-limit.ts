import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits, routeLimit } from './build/budgets.ts'

type Chunk = {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
type Check = { name: string; path: string[]; limit: string; gzip: boolean }

const dist = join(import.meta.dirname, 'dist')
const manifestPath = join(dist, '.vite', 'manifest.json')
if (!existsSync(manifestPath)) throw new Error('Build the dashboard first: there is no manifest')
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>

/** The script files that a chunk needs before it can run, itself included. */
function needed(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const name of chunk.imports ?? []) needed(name, seen)
  return seen
}

function check(name: string, files: Iterable<string>, limit: string, gzip = true): Check {
  return { name, path: [...files].map((file) => join(dist, file)), limit, gzip }
}

const shell = needed('index.html')
const first = new Set([...shell, ...needed('src/pages/overview/overview/overview.tsx')])
const pages = Object.keys(manifest).filter((key) => /^src\/(pages|features)\/.*\.tsx$/.test(key))
const styles = Object.values(manifest).flatMap(({ css = [] }) => css)
const fonts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.woff2'))

/** What is there already when a part of a page is asked for: the page that asks, itself or by a chunk it shares. */
function before(part: string): Set<string> {
  const askers = Object.keys(manifest).filter(
    (key) => key !== 'index.html' && manifest[key]?.dynamicImports?.includes(part),
  )
  const files = askers.map((key) => manifest[key]?.file ?? '')
  const users = pages.filter((page) => files.some((file) => needed(page).has(file)))
  return new Set([...askers, ...users].flatMap((key) => [...needed(key)]))
}

function added(part: string, there: ReadonlySet<string>): string[] {
  const asked = before(part)
  return [...needed(part)].filter((file) => !there.has(file) && !asked.has(file))
}

/** One check per line of the budget table; a route counts what it adds to the shell, a part what it adds to its page. */
const checks: Check[] = [
  check('Shell', shell, limits.shell),
  check('Styles', new Set(styles), limits.styles),
  check('Fonts', fonts, limits.fonts, false),
  check('First load of the overview', first, limits.firstLoad),
  // Over the first page; the dialog counts.
  check('Palette', added('src/app/palette/palette.tsx', first), limits.palette),
  ...pages.flatMap((page) => {
    const files = added(page, shell)
    // A part that its page brings along adds nothing, and size-limit refuses an empty list.
    if (files.length === 0) return []
    const name = page.replace(/^src\/(pages\/)?/, '').slice(0, -'.tsx'.length)
    return check(`Route ${name}`, files, routeLimit(page))
  }),
]

// oxlint-disable-next-line import/no-default-export -- size-limit reads the default export
export default checks
