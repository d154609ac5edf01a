import { nestValues } from '@corridor/domain'
import { keepPreviousData, partialMatchKey, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEntity } from '../../../features/entities/entity-combobox.tsx'
import type { Values } from '../../../ui/fields/values.ts'
import { type Choice, chosenType, groupsOf, keyOfType } from './account-body.ts'
import {
  accountsKey,
  type AccountType,
  evaluateQuery,
  requirementsQuery,
} from '../../../api/queries/accounts.ts'

const none: readonly AccountType[] = []

/**
 * What an account of the chosen jurisdiction has to say. Once answers decide about other fields, the service is asked
 * with them, and its newer list stands in the place of the one before; the form keeps what was typed.
 */
export function useRequirements(choice: Choice) {
  const { entityId, jurisdictionId, ownership } = choice
  const entity = useEntity(entityId)
  const entityType = entity?.type === 'business' ? 'business' : 'individual'
  const query = useQuery({
    ...requirementsQuery({ jurisdictionId, ownership, ...(entity ? { entityType } : {}) }),
    enabled: jurisdictionId !== '',
    placeholderData: keepPreviousData,
  })
  const types = (jurisdictionId === '' ? undefined : query.data?.data.types) ?? none
  const offered = chosenType(types, choice.typeKey)

  const [answers, setAnswers] = useState<Values>({})
  const asks = entity !== undefined && offered !== undefined && !query.isPlaceholderData
  const evaluation = useQuery({
    ...evaluateQuery({
      jurisdictionId,
      ownership,
      entityId,
      ...(offered ? { type: offered.type, rail: offered.rail } : {}),
      ...nestValues(answers),
    }),
    enabled: asks,
    // What was evaluated for another owner would fill in the name of that one.
    placeholderData: (before, asked) =>
      partialMatchKey(asked?.queryKey ?? [], [
        ...accountsKey,
        { jurisdictionId, ownership, entityId },
      ])
        ? before
        : undefined,
  })
  const newer = (asks ? evaluation.data?.data.types : undefined) ?? none
  const type = offered && (newer.find((item) => keyOfType(item) === keyOfType(offered)) ?? offered)
  return {
    query,
    types,
    type,
    typeKey: type ? keyOfType(type) : '',
    groups: useMemo(() => groupsOf(type), [type]),
    /** A field that decides about others was answered. */
    answer: setAnswers,
    /** The fields on screen may be those of the choice before. */
    isStale: query.isPlaceholderData,
    isAsking: query.isFetching || (asks && evaluation.isFetching),
  }
}
