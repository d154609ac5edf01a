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

type Row = { pattern: RegExp; names: string[]; statics: number; operation: Operation }

/** Finds the operation of a path: static segments win over parameters (operations.md, 13.16). */
export function pathTable(all: readonly Operation[]): (method: string, path: string) => Lookup {
  // By their number of segments, which a parameter never changes.
  const rows = Map.groupBy(
    all.map(toRow).sort((a, b) => b.statics - a.statics),
    ({ operation }) => segmentsOf(operation.endpoint.path),
  )
  return (method, path) => {
    const wanted = withoutEndSlashes(path)
    const matching = (rows.get(segmentsOf(wanted)) ?? []).flatMap((row) => {
      const found = row.pattern.exec(wanted)
      return found ? [{ row, found }] : []
    })
    if (matching.length === 0) return { kind: 'none' }
    // Rows are sorted by static segments, so the first of this method is the closest one.
    const hit = matching.find(({ row }) => row.operation.endpoint.method === method)
    if (!hit) return { kind: 'method', allow: [...new Set(matching.map(methodOf))] }
    const params = decode(hit.row.names, hit.found.slice(1))
    return params
      ? { kind: 'found', match: { operation: hit.row.operation, params } }
      : { kind: 'none' }
  }
}

const segmentsOf = (path: string): number => path.split('/').length

/** Not by `/+$`, which is slow on a path full of slashes, and the caller has not signed in yet. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const methodOf = ({ row }: { row: Row }): Method => row.operation.endpoint.method

function toRow(operation: Operation): Row {
  const names: string[] = []
  let statics = 0
  const source = operation.endpoint.path
    .split('/')
    .map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name) {
        names.push(name)
        return '([^/]+)'
      }
      statics += 1
      return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    })
    .join('/')
  return { pattern: new RegExp(`^${source}$`), names, statics, operation }
}

function decode(names: string[], values: string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]))
  } catch {
    return undefined
  }
}
