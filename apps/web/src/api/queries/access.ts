import { queryOptions } from '@tanstack/react-query'
import { staff } from '../staff.ts'

/** Whom an enrolment link is for; it works once, so a refusal is final. */
export const enrolmentQuery = (token: string) =>
  queryOptions({
    queryKey: ['enrolment', token],
    queryFn: ({ signal }) => staff.enrolment(token, signal),
    staleTime: Infinity,
    retry: false,
  })
