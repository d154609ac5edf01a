import type { RequestOf } from '@corridor/contract'
import { queryOptions } from '@tanstack/react-query'
import { accounts, type AnswerOf, call, type Endpoint } from '../../api/call.ts'
import { freshFor } from '../../api/query-client.ts'

export type ExternalDetail = AnswerOf<typeof accounts.readExternal>['data']
export type Requirements = AnswerOf<typeof accounts.requirements>['data']
export type AccountType = Requirements['types'][number]

export const externalQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', 'external', 'one', accountId],
    queryFn: ({ signal }) => call(accounts.readExternal, { params: { accountId } }, { signal }),
  })

export type RequirementsFor = {
  jurisdictionId: string
  entityType?: 'individual' | 'business' | undefined
  ownership: 'SELF' | 'THIRD_PARTY'
}

export const requirementsQuery = (query: RequirementsFor) =>
  queryOptions({
    // Not under 'accounts': what a form asks for does not change because an account did.
    queryKey: ['account-requirements', query],
    queryFn: ({ signal }) => call(accounts.requirements, { query }, { signal }),
    staleTime: freshFor.reference,
  })

type Evaluate = typeof accounts.evaluate extends Endpoint<infer E> ? RequestOf<E> : never

/** What is needed after some answers; a question like the one before, so it is cached like one. */
export const evaluateQuery = (body: Evaluate['body']) =>
  queryOptions({
    queryKey: ['account-requirements', 'evaluated', body],
    queryFn: ({ signal }) => call(accounts.evaluate, { body }, { signal }),
    staleTime: freshFor.reference,
    // The answers are personal: they are not kept for longer than they are on screen.
    gcTime: 0,
  })
