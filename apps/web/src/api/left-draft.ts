/**
 * A form as the person left it before that was saved: a reload that follows at once may read the
 * draft before the last save has arrived. It belongs to one person and one tab.
 */
type Left = { memberId: string; body: unknown }

const nameOf = (draftId: string) => `corridor.left.${draftId}`

export function keepLeft(draftId: string, left: Left): void {
  try {
    sessionStorage.setItem(nameOf(draftId), JSON.stringify(left))
  } catch {
    // A browser without storage has what was saved.
  }
}

/** What this person left, once; undefined where nothing waits for its save. */
export function takeLeft(draftId: string, memberId: string | undefined): unknown {
  try {
    const text = sessionStorage.getItem(nameOf(draftId))
    dropLeft(draftId)
    const left = JSON.parse(text ?? 'null') as Left | null
    return left?.memberId === memberId ? left?.body : undefined
  } catch {
    return undefined
  }
}

export function dropLeft(draftId: string): void {
  try {
    sessionStorage.removeItem(nameOf(draftId))
  } catch {
    // Nothing was kept.
  }
}
