import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, exports, type InputOf } from '../call.ts'

export type ExportJob = AnswerOf<typeof exports.read>['data']
export type ExportableList = AnswerOf<typeof exports.lists>['data'][number]
export type ExportList = ExportJob['list']
type Body = InputOf<typeof exports.create> extends { body: infer B } ? B : never
export type ExportBody = Body

const exportsKey = ['exports'] as const

/** What can be exported, and the columns of each list. */
export const exportableQuery = queryOptions({
  queryKey: [...exportsKey, 'lists'],
  queryFn: ({ signal }) => call(exports.lists, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  select: ({ data }) => data,
})

/** How many rows there would be in the file. */
export const exportCountQuery = (list: ExportList, filters: Record<string, string>) =>
  queryOptions({
    queryKey: [...exportsKey, 'count', list, filters],
    queryFn: ({ signal }) => call(exports.count, { body: { list, filters } }, { signal }),
    select: ({ data }) => data.rows,
    staleTime: 0,
  })

const pollMs = 1000

export const isUnderWay = (status: ExportJob['status'] | undefined) =>
  status === undefined || status === 'PENDING' || status === 'RUNNING'

/** An export, asked for again until it has ended. */
export const exportQuery = (exportId: string) =>
  queryOptions({
    queryKey: [...exportsKey, 'one', exportId],
    queryFn: ({ signal }) => call(exports.read, { params: { exportId } }, { signal }),
    refetchInterval: ({ state }) =>
      isUnderWay(state.data?.data.status) && !state.error ? pollMs : false,
  })
