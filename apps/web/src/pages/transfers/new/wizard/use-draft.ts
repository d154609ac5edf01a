import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { staff } from '../../../../api/staff.ts'
import { paths } from '../../../../routing/paths.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { newReference } from '../../../../features/transfers/new-reference.ts'
import { type Draft, emptyDraft, restoreDraft } from './draft.ts'
import { draftQuery } from '../../../../api/queries/drafts.ts'

const saveAfterMs = 600

export type DraftState = {
  draftId: string
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** A reference nobody has used. */
  freshReference: () => string
  /** Service time of the last save. */
  savedAt: number | undefined
  saveFailed: boolean
  forget: () => void
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(8))

/** The draft that the address names, once it is read; undefined until then. */
export function useKeptDraft(): { draftId: string; kept: unknown } | undefined {
  const { draftId } = useParams()
  const [own] = useState(() => crypto.randomUUID())
  // An id that this page made itself is not asked for: nothing is kept under it yet.
  const [named] = useState(draftId)
  const query = useQuery({
    ...draftQuery(named ?? ''),
    enabled: named !== undefined,
    gcTime: 0,
  })
  if (named === undefined) return { draftId: own, kept: undefined }
  // A draft that cannot be read must not keep a person from sending money.
  if (query.error) return { draftId: own, kept: undefined }
  return query.data ? { draftId: named, kept: query.data.kept } : undefined
}

/** The form's values, saved under the draft's id shortly after each change. */
export function useDraft(draftId: string, kept: unknown): DraftState {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [draft, setDraft] = useState(() => {
    const empty = emptyDraft(serviceNow(), randomBytes())
    const asked = { fromAccountId: search.get('from') ?? '', toAccountId: search.get('to') ?? '' }
    return restoreDraft(kept, { ...empty, ...asked })
  })
  const [dirty, setDirty] = useState(false)
  const [savedAt, setSavedAt] = useState<number | undefined>()
  const [saveFailed, setSaveFailed] = useState(false)
  const save = useEffectEvent(async (latest: Draft) => {
    try {
      await staff.saveDraft(draftId, latest)
      setSavedAt(serviceNow())
      setSaveFailed(false)
    } catch {
      setSaveFailed(true)
    }
  })
  useEffect(() => {
    if (!dirty) return undefined
    const timer = setTimeout(() => void save(draft), saveAfterMs)
    return () => clearTimeout(timer)
  }, [dirty, draft])

  return {
    draftId,
    draft,
    savedAt,
    saveFailed,
    freshReference: () => newReference('T', serviceNow(), randomBytes()),
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }))
      if (dirty) return
      setDirty(true)
      const path = paths.transferDraft(draftId)
      void navigate(path, { replace: true, preventScrollReset: true })
    },
    forget: () => {
      setDirty(false)
      // If it fails it is merely left over; no message is shown.
      staff.deleteDraft(draftId).catch(() => undefined)
    },
  }
}
