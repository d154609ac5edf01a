import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { draftQuery } from '../../api/queries/drafts.ts'

export type DraftAt = { draftId: string; kept: unknown }

/** What the address named, and the id under which the form on screen is kept. */
type At = { named: string | null; draftId: string; isKept: boolean }

const begin = (named: string | null): At =>
  named === null
    ? { named, draftId: crypto.randomUUID(), isKept: false }
    : { named, draftId: named, isKept: true }

/** The draft that the address names as `?draft=`. */
export const useDraftAt = (): DraftAt | undefined =>
  useDraftNamed(useSearchParams()[0].get('draft'))

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

/** What is kept over what a form begins with; whatever is of another kind is left out. */
export function restored<T>(start: T, kept: unknown): T {
  if (kept === null || kept === undefined || typeof kept !== typeof start) return start
  if (Array.isArray(start) || Array.isArray(kept))
    return Array.isArray(start) && Array.isArray(kept) ? (kept as T) : start
  if (typeof start !== 'object' || start === null) return kept as T
  const known = Object.entries(start as Record<string, unknown>).map(
    ([name, value]) => [name, restored(value, (kept as Record<string, unknown>)[name])] as const,
  )
  return Object.fromEntries(known) as T
}
