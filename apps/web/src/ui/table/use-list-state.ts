import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { wordsOf } from './filters.ts'
import type { FilterField, ListTab } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'

export type ListState = {
  /** Filter words of the URL. */
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

/** Filters, sort and tab as URL words: every view is a link, and Back restores it. */
export function useListState(
  fields: readonly FilterField[],
  tabs: readonly ListTab[],
  defaultSort: string,
): ListState {
  const words = useMemo(() => [...new Set(fields.flatMap(wordsOf))], [fields])
  const parsers = useMemo(
    () => Object.fromEntries([...words, 'sort', 'view'].map((word) => [word, parseAsString])),
    [words],
  )
  const [url, setUrl] = useQueryStates(parsers, { history: 'push', shallow: false })
  return useMemo(() => {
    const values: ListQuery = {}
    for (const word of words) if (url[word]) values[word] = url[word]
    const sort = url['sort'] ?? defaultSort
    const tab = tabs.find(({ key }) => key === url['view']) ?? tabs[0]
    const presets = fields.flatMap((field) => (field.kind === 'dates' ? [field.key] : []))
    const sent = Object.fromEntries(
      Object.entries(values).filter(([word]) => !presets.includes(word)),
    )
    const write = (change: ListQuery, history: 'push' | 'replace' = 'push') => {
      const nulled = Object.entries(change).map(([word, value]) => [word, value || null] as const)
      void setUrl(Object.fromEntries(nulled), { history })
    }
    return {
      values,
      sort,
      view: tab?.key ?? '',
      query: { ...tab?.query, ...sent, sort },
      active: fields.filter((field) => wordsOf(field).some((word) => values[word])),
      set: write,
      setSort: (next: string) => write({ sort: next === defaultSort ? undefined : next }),
      clear: () => write(Object.fromEntries(words.map((word) => [word, undefined]))),
    }
  }, [fields, tabs, defaultSort, url, setUrl, words])
}
