import { type UseQueryResult, useMutation, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, kyc, type AnswerOf } from '../../../../api/call.ts'
import type { Values } from '../../../../ui/fields/values.ts'
import { type Level, type Requirements, requirementsQuery } from '../../../../api/queries/kyc.ts'
import { unionOf } from './kyc-union.ts'

/** For which verification is asked: no jurisdiction means all of them. */
export type Scope = { jurisdictionIds: readonly string[]; level: Level }

type Answer = AnswerOf<typeof kyc.requirements>
const wholeScope = [undefined]

/** What verification asks in a scope, and its re-evaluation once there are some answers. */
export function useRequirements(entityId: string, { jurisdictionIds, level }: Scope) {
  const asked = jurisdictionIds.length > 0 ? jurisdictionIds : wholeScope
  const base = useQueries({
    queries: asked.map((id) => requirementsQuery(entityId, id, level)),
    combine: joined,
  })
  const scopeKey = JSON.stringify([jurisdictionIds, level])
  const [evaluated, setEvaluated] = useState<{ scopeKey: string; data: Requirements[] }>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: Values) =>
      Promise.all(
        asked.map((jurisdictionId) =>
          call(kyc.evaluate, {
            params: { entityId },
            body: { fields, level, ...(jurisdictionId ? { jurisdictionId } : {}) },
          }),
        ),
      ),
  })
  const data = evaluated?.scopeKey === scopeKey ? evaluated.data : base.data
  return {
    query: base,
    requirements: useMemo(() => (data ? unionOf(data) : undefined), [data]),
    /** The newest call counts; what it answers stays until the scope is another. */
    evaluate: (fields: Values) =>
      mutate(fields, {
        onSuccess: (answers) =>
          setEvaluated({ scopeKey, data: answers.map((answer) => answer.data) }),
      }),
    evaluating: isPending,
    evaluateError: error,
    /** After a submission the service knows all that was typed. */
    forget: () => setEvaluated(undefined),
  }
}

/** Several queries as the one that a region shows. */
function joined(results: UseQueryResult<Answer>[]) {
  const data = results.flatMap((result) => (result.data ? [result.data.data] : []))
  return {
    data: data.length === results.length ? data : undefined,
    error: results.find(({ error }) => error)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: async () => {
      await Promise.all(results.map(({ refetch }) => refetch()))
    },
  }
}
