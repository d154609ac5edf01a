// Rules about folders: what one holds can be seen at a glance, and arrows between them point one way.
import { posix } from 'node:path'
import { type Tree, isTest } from './tree.ts'

const filesMax = 25
const source = /\.tsx?$/

/** Folders with more source files, tests among them, than one finds a name in. */
export function crowdedFolders(tree: Tree): string[] {
  const counts = new Map<string, number>()
  for (const path of tree.files('').filter((name) => source.test(name))) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > filesMax)
    .map(([folder, count]) => `${folder}: ${count} source files, more than ${filesMax}`)
}

/** What may stand in the root of an application; all else has a folder that says what it is. */
const loose: Record<string, string[]> = { 'apps/bff/src': ['main.ts'], 'apps/web/src': [] }

export function looseFiles(tree: Tree): string[] {
  return Object.entries(loose).flatMap(([folder, allowed]) =>
    tree
      .files(folder)
      .filter((path) => posix.dirname(path) === folder)
      .filter((path) => !allowed.includes(posix.basename(path)))
      .map((path) => `${path} stands in no folder`),
  )
}

/** From each node those it points to, each with an import that makes it so. */
type Graph = Map<string, Map<string, string>>

/** Files that import each other, directly or over others; an import of a type counts like any other. */
export function fileCircles(tree: Tree): string[] {
  const graph: Graph = new Map()
  for (const { from, to } of importsOf(tree)) point(graph, from, to, '')
  return [...circlesIn(graph).values()].map((nodes) => nodes.join(' → '))
}

/**
 * Folders that import each other: as the folder a file stands in, and as the folder with all below
 * it that is beside another.
 */
export function folderCircles(tree: Tree): string[] {
  const direct: Graph = new Map()
  const siblings: Graph = new Map()
  for (const { from, to } of importsOf(tree)) {
    const example = `${from} imports ${to}`
    const [a, b] = [posix.dirname(from), posix.dirname(to)]
    if (a !== b) point(direct, a, b, example)
    const [c, d] = whereTheyPart(from, to)
    if (c !== from && d !== to) point(siblings, c, d, example)
  }
  // Where nothing lies below, both see the same circle.
  const found = new Map([...circlesOf(siblings), ...circlesOf(direct)])
  return [...found.values()]
}

function circlesOf(graph: Graph): [key: string, text: string][] {
  return [...circlesIn(graph)].map(([key, nodes]) => {
    const examples = nodes.slice(1).map((to, at) => graph.get(nodes[at] ?? '')?.get(to))
    return [key, `${nodes.join(' → ')} (${examples.join('; ')})`]
  })
}

/** The ancestors of both, or they themselves, that stand beside each other. */
function whereTheyPart(from: string, to: string): [string, string] {
  const [a, b] = [from.split('/'), to.split('/')]
  const shared = a.findIndex((name, at) => name !== b[at])
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')]
}

const imported = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Every relative import between source files that are not tests. */
function importsOf(tree: Tree): { from: string; to: string }[] {
  const paths = tree.files('').filter((path) => source.test(path) && !isTest(path))
  const known = new Set(paths)
  return paths.flatMap((from) =>
    [...tree.read(from).matchAll(imported)]
      .map(([, name = '']) => ({ from, to: posix.join(posix.dirname(from), name) }))
      .filter(({ to }) => known.has(to) && to !== from),
  )
}

function point(graph: Graph, from: string, to: string, example: string): void {
  const targets = graph.get(from) ?? new Map<string, string>()
  if (!targets.has(to)) targets.set(to, example)
  graph.set(from, targets)
}

/** For each node that leads back to itself a shortest way, each circle once, by its sorted nodes. */
function circlesIn(graph: Graph): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const start of [...graph.keys()].toSorted()) {
    const nodes = wayBack(graph, start)
    if (!nodes) continue
    const key = nodes.slice(1).toSorted().join(' ')
    if (!found.has(key)) found.set(key, nodes)
  }
  return found
}

function wayBack(graph: Graph, start: string): string[] | undefined {
  const before = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (before.has(next)) continue
      before.set(next, node)
      if (next === start) return unwind(before, start)
      queue.push(next)
    }
  }
  return undefined
}

function unwind(before: Map<string, string>, start: string): string[] {
  const nodes = [start]
  let node = before.get(start) ?? start
  while (node !== start) {
    nodes.unshift(node)
    node = before.get(node) ?? start
  }
  return [start, ...nodes]
}
