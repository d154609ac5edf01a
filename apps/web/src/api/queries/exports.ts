import { exportStates } from '@corridor/domain'
import { type AnswerOf, exports, type InputOf, q } from '../call.ts'

export type ExportJob = AnswerOf<typeof exports.read>['data']
export type ExportableList = AnswerOf<typeof exports.lists>['data'][number]
export type ExportList = ExportJob['list']
type Body = InputOf<typeof exports.create> extends { body: infer B } ? B : never
export type ExportBody = Body

/** What can be exported, and the columns of each list. */
export const exportableQuery = q(
  exports.lists,
  {},
  { staleTime: Number.POSITIVE_INFINITY, select: ({ data }) => data },
)

/** How many rows there would be in the file. */
export const exportCountQuery = (list: ExportList, filters: Record<string, string>) =>
  q(exports.count, { list, filters }, { select: ({ data }) => data.rows, staleTime: 0 })

const pollMs = 1000

export const isUnderWay = (status: ExportJob['status'] | undefined) =>
  status === undefined || exportStates[status].isOpen

/** An export, asked for again until it has ended. */
export const exportQuery = (exportId: string) =>
  q(
    exports.read,
    { exportId },
    {
      refetchInterval: ({ state }) =>
        isUnderWay(state.data?.data.status) && !state.error ? pollMs : false,
    },
  )
