// The syntax tree of a source file. The compiler's own cannot be had in TypeScript 7, so swc parses.
import { parseSync } from '@swc/core'

export type Node = {
  type: string
  span: { start: number; end: number }
  [member: string]: unknown
}

/** The root of a file's tree, and the line of a position in the tree. */
export function parse(path: string, source: string): { program: unknown; lineAt: LineAt } {
  // The leading semicolon shows where swc begins to count.
  const { body } = parseSync(`;${source}`, {
    syntax: 'typescript',
    target: 'es2022',
    tsx: path.endsWith('.tsx'),
  })
  const start = (body[0]?.span.start ?? 0) + 1
  // swc counts bytes.
  const bytes = Buffer.from(source)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at)
  return { program: body, lineAt: (position) => countBelow(ends, position - start) + 1 }
}
export type LineAt = (position: number) => number

/** How many of the sorted numbers are less than the limit. */
function countBelow(sorted: number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? limit) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The nearest nodes below a value, looking through lists and wrappers without a type. */
export function childrenOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== 'object' || value === null) return found
  for (const child of Object.values(value) as unknown[]) {
    // A span is a leaf without a type.
    if (isNode(child)) found.push(child)
    else childrenOf(child, found)
  }
  return found
}

/** Every node below a value. */
export function nodesBelow(value: unknown, found: Node[] = []): Node[] {
  for (const node of childrenOf(value)) {
    found.push(node)
    nodesBelow(node, found)
  }
  return found
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}
