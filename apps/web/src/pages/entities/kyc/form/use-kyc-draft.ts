import { useQuery } from '@tanstack/react-query'
import { jurisdictionsQuery } from '../../../../api/queries/accounts.ts'
import { draftQuery } from '../../../../api/queries/drafts.ts'
import type { Entity } from '../../../../api/queries/entities.ts'
import type { Capability } from '../../../../api/queries/kyc.ts'
import { draftOf } from '../../../../features/drafts/kinds.ts'
import { entityCountry } from '../../../../features/entities/entity-name.ts'
import { emptyDraft, type KycDraft, restoreDraft } from './kyc-draft.ts'

/** The draft of an entity's form once it is read, or a new one; undefined until then. */
export function useKeptDraft(
  entity: Entity,
  capabilities: readonly Capability[],
): KycDraft | undefined {
  const known = useQuery(jurisdictionsQuery)
  const { data, error } = useQuery(draftQuery(draftOf('kyc', entity.entityId)))
  // What cannot be read must not keep a person from the form.
  if ((!data && !error) || known.isPending) return undefined
  if (data?.kept) return restoreDraft(data.kept)
  // The customer's own country: the questions of all others are asked only when they are needed.
  const country = entity.permanentAddress.country || entityCountry(entity)
  const offered = new Set(capabilities.map(({ jurisdictionId }) => jurisdictionId))
  const home = (known.data?.data ?? []).filter(
    ({ id, countryCode }) => countryCode === country && offered.has(id),
  )
  return { ...emptyDraft, jurisdictionIds: home.map(({ id }) => id) }
}
