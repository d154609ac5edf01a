import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { parametersOf } from './filters.ts'
import type { FilterField, ListTab } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'

export type ListState = {
  /** Filter parameters of the URL. */
  values: ListQuery
  sort: string
  view: string
  /** What is sent to the API, paging apart. */
  query: ListQuery
  /** Filters in force, tabs not counted. */
  active: readonly FilterField[]
  set: (change: ListQuery, how?: 'push' | 'replace') => void
  setSort: (sort: string) => void
  clear: () => void
}

/** Filters, sort and tab as query parameters: every view is a link, and Back restores it. */
export function useListState(
  fields: readonly FilterField[],
  tabs: readonly ListTab[],
  defaultSort: string,
): ListState {
  const names = useMemo(() => [...new Set(fields.flatMap(parametersOf))], [fields])
  const parsers = useMemo(
    () => Object.fromEntries([...names, 'sort', 'view'].map((name) => [name, parseAsString])),
    [names],
  )
  const [url, setUrl] = useQueryStates(parsers, { history: 'push', shallow: false })
  return useMemo(() => {
    const values: ListQuery = {}
    for (const name of names) if (url[name]) values[name] = url[name]
    const sort = url['sort'] ?? defaultSort
    const tab = tabs.find(({ key }) => key === url['view']) ?? tabs[0]
    const presets = fields.flatMap((field) => (field.kind === 'dates' ? [field.key] : []))
    const sent = Object.fromEntries(
      Object.entries(values).filter(([name]) => !presets.includes(name)),
    )
    const write = (change: ListQuery, history: 'push' | 'replace' = 'push') => {
      const nulled = Object.entries(change).map(([name, value]) => [name, value || null] as const)
      void setUrl(Object.fromEntries(nulled), { history })
    }
    return {
      values,
      sort,
      view: tab?.key ?? '',
      query: { ...tab?.query, ...sent, sort },
      active: fields.filter((field) => parametersOf(field).some((name) => values[name])),
      set: write,
      setSort: (next: string) => write({ sort: next === defaultSort ? undefined : next }),
      clear: () => write(Object.fromEntries(names.map((name) => [name, undefined]))),
    }
  }, [fields, tabs, defaultSort, url, setUrl, names])
}
