import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { newReference } from '../../../../features/transfers/new-reference.ts'
import { type Draft, emptyDraft, restoreDraft } from './draft.ts'

export type DraftState = {
  draftId: string
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** What the form began with, before any change. */
  start: Draft
  /** A reference nobody has used. */
  freshReference: () => string
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(8))

/** The form's values; the address names the draft from the first change on. */
export function useDraft(draftId: string, kept: unknown): DraftState {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [start] = useState(() => {
    const empty = emptyDraft(serviceNow(), randomBytes())
    const asked = { fromAccountId: search.get('from') ?? '', toAccountId: search.get('to') ?? '' }
    return restoreDraft(kept, { ...empty, ...asked })
  })
  const [draft, setDraft] = useState(start)
  const [dirty, setDirty] = useState(false)
  return {
    draftId,
    draft,
    start,
    freshReference: () => newReference('T', serviceNow(), randomBytes()),
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }))
      if (dirty) return
      setDirty(true)
      const path = paths.transferDraft(draftId)
      void navigate(path, { replace: true, preventScrollReset: true })
    },
  }
}
