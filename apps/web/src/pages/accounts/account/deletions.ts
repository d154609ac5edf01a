import { createListeners } from '../../../api/listeners.ts'

/** Nothing is sent before this much time has passed, so that a deletion can be taken back. */
export const undoMs = 10_000

type Pending = { timer: ReturnType<typeof setTimeout>; end: () => void }

let pending: ReadonlyMap<string, Pending> = new Map()
const changes = createListeners()

function change(next: ReadonlyMap<string, Pending>): void {
  pending = next
  changes.notify()
}

function take(accountId: string): Pending | undefined {
  const found = pending.get(accountId)
  if (!found) return undefined
  clearTimeout(found.timer)
  const next = new Map(pending)
  next.delete(accountId)
  change(next)
  found.end()
  return found
}

type Deletion = {
  /** Sends the deletion. */
  run: () => void
  /** The time is over, or somebody took it back. */
  end: () => void
}

/**
 * Deletes in ten seconds, wherever in the dashboard the person is by then. A page that is closed before has deleted
 * nothing. A second call for the same account changes nothing.
 */
export function deleteLater(accountId: string, { run, end }: Deletion): void {
  if (pending.has(accountId)) return
  const timer = setTimeout(() => {
    take(accountId)
    run()
  }, undoMs)
  change(new Map([...pending, [accountId, { timer, end }]]))
}

/** Takes a deletion back; says whether there was still one. */
export function undoDeletion(accountId: string): boolean {
  return take(accountId) !== undefined
}

/** Whether the account is going to be deleted in a moment. */
export function useIsBeingDeleted(accountId: string): boolean {
  return changes.useValue(() => pending.has(accountId))
}
