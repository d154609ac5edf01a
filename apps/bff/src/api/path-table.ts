import { type Endpoint, type Method, operations } from '@corridor/contract'
import type { Config } from '../config/config.ts'

export type Operation = { module: string; name: string; endpoint: Endpoint }
export type Match = { operation: Operation; params: Record<string, string> }
export type Lookup =
  | { kind: 'found'; match: Match }
  | { kind: 'method'; allow: Method[] }
  | { kind: 'none' }

/** The operations that an instance has; those of the sandbox are not there in live. */
export const operationsOf = ({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): Operation[] =>
  Object.entries<Record<string, Endpoint>>(operations)
    .filter(([module]) => ENVIRONMENT === 'sandbox' || module !== 'sandbox')
    .flatMap(([module, endpoints]) =>
      Object.entries(endpoints).map(([name, endpoint]) => ({ module, name, endpoint })),
    )

type Row = { parameters: { name: string; at: number }[]; place: number; operation: Operation }
/** Where the segments of a path lead so far. */
type Node = { fixed: Map<string, Node>; free: Node | undefined; rows: Row[] }

/** Finds the operation of a path: static segments win over parameters (operations.md 13.16). */
export function pathTable(all: readonly Operation[]): (method: string, path: string) => Lookup {
  const root = newNode()
  const statics = ({ endpoint }: Operation) =>
    endpoint.path.split('/').filter((segment) => parameterOf(segment) === undefined).length
  const ordered = all.toSorted((a, b) => statics(b) - statics(a))
  for (const [place, operation] of ordered.entries()) addRow(root, operation, place)
  return (method, path) => {
    const segments = withoutEndSlashes(path).split('/')
    const matching = rowsAt(root, segments, 0)
    if (matching.length === 0) return { kind: 'none' }
    // The first of this method is the closest one: it has the most static segments.
    const hit = matching.find(({ operation }) => operation.endpoint.method === method)
    if (!hit)
      return {
        kind: 'method',
        allow: [...new Set(matching.map((row) => row.operation.endpoint.method))],
      }
    const params = decode(hit, segments)
    return params
      ? { kind: 'found', match: { operation: hit.operation, params } }
      : { kind: 'none' }
  }
}

const newNode = (): Node => ({ fixed: new Map(), free: undefined, rows: [] })
const parameterOf = (segment: string) => /^\{(\w+)\}$/.exec(segment)?.[1]

function addRow(root: Node, operation: Operation, place: number): void {
  const parameters: Row['parameters'] = []
  let node = root
  for (const [at, segment] of operation.endpoint.path.split('/').entries()) {
    const name = parameterOf(segment)
    if (name !== undefined) {
      parameters.push({ name, at })
      node = node.free ??= newNode()
    } else {
      const next = node.fixed.get(segment) ?? newNode()
      node.fixed.set(segment, next)
      node = next
    }
  }
  node.rows.push({ parameters, place, operation })
}

/** The rows that a path matches, in their order. */
function rowsAt(node: Node, segments: readonly string[], at: number): Row[] {
  const segment = segments[at]
  if (segment === undefined) return node.rows
  const fixed = node.fixed.get(segment)
  const free = segment === '' ? undefined : node.free
  if (!fixed || !free) {
    const only = fixed ?? free
    return only ? rowsAt(only, segments, at + 1) : []
  }
  return [...rowsAt(fixed, segments, at + 1), ...rowsAt(free, segments, at + 1)].sort(
    (a, b) => a.place - b.place,
  )
}

/** Not by `/+$`, which is slow on a path full of slashes, and the caller has not signed in yet. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function decode({ parameters }: Row, segments: readonly string[]) {
  try {
    return Object.fromEntries(
      parameters.map(({ name, at }) => [name, decodeURIComponent(segments[at] ?? '')]),
    )
  } catch {
    return undefined
  }
}
