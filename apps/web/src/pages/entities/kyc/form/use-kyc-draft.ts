import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { staff } from '../../../../api/staff.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { emptyDraft, type KycDraft, restoreDraft } from './kyc-draft.ts'
import { draftQuery } from '../../../../api/queries/drafts.ts'

const saveAfterMs = 800

const idOf = (entityId: string) => `kyc-${entityId}`
const keyOf = (entityId: string) => draftQuery(idOf(entityId)).queryKey
const restored = ({ kept }: { kept: unknown }) => restoreDraft(kept)

/** The draft of an entity's form once it is read; undefined until then. */
export function useKeptDraft(entityId: string): KycDraft | undefined {
  const { data, error } = useQuery({ ...draftQuery(idOf(entityId)), select: restored })
  // A draft that cannot be read must not keep a person from the form.
  return data ?? (error ? restoreDraft(undefined) : undefined)
}

export type DraftSaving = {
  /** Service time of the last save. */
  savedAt: number | undefined
  failed: boolean
  /** Once it is sent nothing is left to keep. */
  forget: () => void
}

/** Saves the draft shortly after each change of it; `kept` is what was there in the beginning. */
export function useDraftSaving(entityId: string, draft: KycDraft, kept: KycDraft): DraftSaving {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(() => JSON.stringify(kept))
  const [savedAt, setSavedAt] = useState<number | undefined>()
  const [failed, setFailed] = useState(false)
  const text = JSON.stringify(draft)
  const save = useEffectEvent(async () => {
    try {
      await staff.saveDraft(idOf(entityId), draft)
      queries.setQueryData(keyOf(entityId), { kept: draft })
      setSavedAt(serviceNow())
      setFailed(false)
    } catch {
      setFailed(true)
    }
    setSaved(text)
  })
  const isForgotten = useRef(false)
  useEffect(() => {
    if (text === saved) return undefined
    const timer = setTimeout(() => void save(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [text, saved])
  // Whoever leaves the page within the pause loses nothing.
  const flush = useEffectEvent(() => {
    if (isForgotten.current || text === saved) return
    queries.setQueryData(keyOf(entityId), { kept: draft })
    staff.saveDraft(idOf(entityId), draft).catch(() => undefined)
  })
  useEffect(() => () => flush(), [])
  return {
    savedAt,
    failed,
    forget: () => {
      isForgotten.current = true
      queries.setQueryData(keyOf(entityId), { kept: emptyDraft })
      // If it fails it is merely left over; no message is shown.
      staff.deleteDraft(idOf(entityId)).catch(() => undefined)
    },
  }
}
