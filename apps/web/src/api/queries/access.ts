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

/** Whom a link to recover access is for. */
export const recoveryLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['recovery-link', token],
    queryFn: ({ signal }) => staff.recoveryLink(token, signal),
    staleTime: Infinity,
    retry: false,
  })

const lookedAtEveryMs = 30_000

/** Whether the service can be worked with, for people who are not signed in. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => (await fetch('/readyz', { signal })).ok,
  refetchInterval: lookedAtEveryMs,
  retry: false,
})
