import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serviceNow } from '../../api/clock.ts'
import { dropLeft, keepLeft } from '../../api/left-draft.ts'
import { draftQuery, draftsQuery } from '../../api/queries/drafts.ts'
import { useSession } from '../../api/session.ts'
import { type Draft, staff } from '../../api/staff.ts'

const saveAfterMs = 600

/** Forms that were sent or discarded: what is still under way for them is not written. */
const forgotten = new Set<string>()
/** The last write of each draft, so that a deletion never overtakes it. */
const writes = new Map<string, Promise<unknown>>()

export type DraftSaving = {
  /** Service time of the last save. */
  savedAt: number | undefined
  failed: boolean
  /** Once it is sent or discarded, nothing is left to keep. */
  forget: () => void
}

type Options = Draft & {
  draftId: string
  /** What the form began with: nothing is saved before it differs. */
  start: unknown
}

/** Saves an unfinished form shortly after each change, and at once when the person leaves the form or the page. */
export function useDraftSaving({ draftId, start, kind, title, body }: Options): DraftSaving {
  const queries = useQueryClient()
  const [first] = useState(() => JSON.stringify(start))
  const saved = useRef(first)
  const [savedAt, setSavedAt] = useState<number | undefined>()
  const [failed, setFailed] = useState(false)
  const text = JSON.stringify(body)
  const saveNow = useEffectEvent(async () => {
    saved.current = text
    try {
      await save(queries, draftId, { kind, title, body })
      setSavedAt(serviceNow())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  })
  useEffect(() => {
    if (text === saved.current) return undefined
    const timer = setTimeout(() => void saveNow(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const memberId = useSession()?.member.memberId
  const flush = useEffectEvent(() => {
    if (text === saved.current) return
    if (memberId) keepLeft(draftId, { memberId, body })
    void saveNow()
  })
  useEffect(() => {
    const leave = () => flush()
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    forgotten.delete(draftId)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [draftId])
  return { savedAt, failed, forget: () => forgetDraft(queries, draftId) }
}

async function save(queries: QueryClient, draftId: string, draft: Draft): Promise<void> {
  if (forgotten.has(draftId)) return
  queries.setQueryData(draftQuery(draftId).queryKey, { kept: draft.body })
  const written = staff.saveDraft(draftId, draft)
  writes.set(draftId, written)
  await written
  dropLeft(draftId)
  void queries.invalidateQueries(draftsQuery)
}

/** Deletes a draft; where that fails it is merely left over in the list. */
export function forgetDraft(queries: QueryClient, draftId: string): void {
  forgotten.add(draftId)
  dropLeft(draftId)
  queries.setQueryData(draftQuery(draftId).queryKey, { kept: null })
  queries.setQueryData(draftsQuery.queryKey, (all) =>
    all?.filter((draft) => draft.draftId !== draftId),
  )
  const last = writes.get(draftId) ?? Promise.resolve()
  writes.delete(draftId)
  last
    .catch(() => undefined)
    .then(() => staff.deleteDraft(draftId))
    // A list that was being read meanwhile may still have it.
    .then(() => queries.invalidateQueries(draftsQuery))
    .catch(() => undefined)
}
