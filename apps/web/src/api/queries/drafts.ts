import { queryOptions } from '@tanstack/react-query'
import { takeLeft } from '../left-draft.ts'
import { sessionQuery } from '../session.ts'
import { staff } from '../staff.ts'

const draftsKey = ['drafts'] as const

/** An unfinished form; `kept` is null where nothing is kept under the id. */
export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: [...draftsKey, 'one', draftId],
    queryFn: async ({ client }): Promise<{ kept: unknown }> => {
      const saved = await staff.readDraft(draftId)
      const session = await client.ensureQueryData(sessionQuery)
      return { kept: takeLeft(draftId, session?.member.memberId) ?? saved }
    },
    // The page that reads it is the only one to write it.
    staleTime: Infinity,
  })

/** What the person left unfinished, the newest first. */
export const draftsQuery = queryOptions({
  queryKey: [...draftsKey, 'list'],
  queryFn: async ({ signal }) => (await staff.drafts(signal)).data,
})
