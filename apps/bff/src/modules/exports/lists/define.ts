import type { ExportList, exportKinds } from '@corridor/contract'

export type ColumnKind = (typeof exportKinds)[number]
/** `path` leads to the value in an item of the list's answer. */
export type Column = { key: string; group: string; kind: ColumnKind; path: readonly string[] }

/** How a list is exported: by which operation its rows are read, and what of a row can be written. */
export type ListDefinition = {
  /** Id of the operation. */
  operation: string
  /** Path of the id that `ids` choose by. */
  id: string
  columns: readonly Column[]
}

type Path = string | { path: string; kind: ColumnKind }

export const num = (path: string) => ({ path, kind: 'number' }) as const
export const time = (path: string) => ({ path, kind: 'time' }) as const

/** Columns of one group, by their keys. */
export const group = (name: string, columns: Readonly<Record<string, Path>>): Column[] =>
  Object.entries(columns).map(([key, value]) => {
    const { path, kind } =
      typeof value === 'string' ? { path: value, kind: 'text' as const } : value
    return { key, group: name, kind, path: path.split('.') }
  })

export type ListDefinitions = Partial<Record<ExportList, ListDefinition>>
