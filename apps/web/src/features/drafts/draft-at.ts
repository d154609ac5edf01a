import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftQuery } from '../../api/queries/drafts.ts'

export type DraftAt = { draftId: string; kept: unknown }

/** What the address named, and the id under which the form on screen is kept. */
type At = { named: string | null; draftId: string; isKept: boolean }

const begin = (named: string | null): At =>
  named === null
    ? { named, draftId: crypto.randomUUID(), isKept: false }
    : { named, draftId: named, isKept: true }

/**
 * The draft of that name once it is read, or a new one without a name; undefined until then. A form is made anew with
 * another `draftId`: give it as its key.
 */
export function useDraftNamed(named: string | null): DraftAt | undefined {
  const [at, setAt] = useState(() => begin(named))
  // The form has put its own id into the address, or the person went to another draft or to none.
  if (named !== at.named) setAt(named === at.draftId ? { ...at, named } : begin(named))
  const query = useQuery({ ...draftQuery(at.draftId), enabled: at.isKept })
  // A draft that cannot be read must not keep a person from the form.
  if (!at.isKept || query.error) return { draftId: at.draftId, kept: null }
  return query.data ? { draftId: at.draftId, kept: query.data.kept } : undefined
}
