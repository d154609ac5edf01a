import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '../errors.ts'
import { staff } from '../staff.ts'

/** An unfinished form; `kept` is undefined where nothing is kept under the id. */
export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: ['drafts', draftId],
    queryFn: async (): Promise<{ kept: unknown }> => {
      try {
        return { kept: await staff.readDraft(draftId) }
      } catch (error) {
        if (isApiError(error) && error.status === 404) return { kept: undefined }
        throw error
      }
    },
    // The page that reads it is the only one to write it.
    staleTime: Infinity,
  })
