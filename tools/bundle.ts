// What a browser has to load, per route, against the dashboard's budgets. `npm run check` fails on
// a broken one; `npm run bench -- bundle` prints them all.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './stamp.mjs'

/** Sizes are gzip, in kB of 1000 bytes. */
export type Weight = { item: string; kB: number; budget: number }

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>

const entry = 'index.html'
const budgets = { shell: 130, css: 20, fonts: 45, firstLoad: 190 }

/** Parts that load on demand; the first pattern that fits the source's path gives the budget. */
const onDemand: [pattern: RegExp, budget: number][] = [
  [/^src\/pages\/overview\//, 40],
  [/^src\/pages\/transfers\/new/, 50],
  [/^src\/pages\/[^/]+\/(list|events|[^/]*-list)\.tsx$/, 60],
  [/^src\/signing\//, 60],
  [/palette/, 20],
  [/./, 45],
]

/** Weighs the built dashboard in `dist`. */
export function bundleWeights(dist = join(root, 'apps/web/dist')): Weight[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const shell = closure(manifest, entry)
  const weigh = (files: Iterable<string>): number => {
    const bytes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }))
    return bytes.reduce((sum, { length }) => sum + length, 0) / 1000
  }
  const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
  const ofKind = (kind: string): string[] => assets.filter((name) => name.endsWith(kind))

  const parts = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name, chunk]) => ({
      item: chunk.src ?? name,
      kB: weigh(closure(manifest, name).difference(shell)),
      budget: budgetOf(chunk.src ?? name),
    }))
  const overview = parts.find(({ item }) => item.startsWith('src/pages/overview/'))?.kB ?? 0
  return [
    { item: 'shell', kB: weigh(shell), budget: budgets.shell },
    { item: 'first load of the overview', kB: weigh(shell) + overview, budget: budgets.firstLoad },
    { item: 'all styles', kB: weigh(ofKind('.css')), budget: budgets.css },
    { item: 'fonts', kB: weigh(ofKind('.woff2')), budget: budgets.fonts },
    ...parts,
  ]
}

/** Files of a chunk and of everything it imports at once. */
function closure(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) closure(manifest, imported, seen)
  return seen
}

function budgetOf(source: string): number {
  return onDemand.find(([pattern]) => pattern.test(source))?.[1] ?? 0
}

export function overweight(weights: Weight[]): string[] {
  return weights
    .filter(({ kB, budget }) => kB > budget)
    .map(({ item, kB, budget }) => `${item}: ${kB.toFixed(1)} kB, more than ${budget}`)
}

if (import.meta.main) {
  const problems = overweight(bundleWeights())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
