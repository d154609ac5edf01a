import type { QueryClient } from '@tanstack/react-query'
import { type AnswerOf, search, q } from './call.ts'

export type SearchAnswer = AnswerOf<typeof search.find>
export type SearchHit = SearchAnswer['data'][number]

const searchKey = ['search'] as const

/** Asked anew each time but for what was just typed: records move on. */
export const searchQuery = (text: string) =>
  q(search.find, { q: text }, { staleTime: 5_000, gcTime: 60_000, retry: false })

/** What earlier texts have found. */
export const hitsSeen = (queries: QueryClient): readonly SearchHit[] =>
  queries
    .getQueriesData<SearchAnswer>({ queryKey: searchKey })
    .flatMap(([, answer]) => answer?.data ?? [])
