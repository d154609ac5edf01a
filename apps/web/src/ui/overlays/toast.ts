import { createListeners } from '../../api/listeners.ts'
import type { Meaning } from '../format/status.ts'

export type ToastMessage = {
  title: string
  text?: string
  tone?: Meaning
  /** One thing that can still be done about it, such as "Undo". */
  action?: { label: string; run: () => void }
  /** Stays until it is dismissed by `dismissToast` or a person. */
  stays?: boolean
}

export type ShownToast = ToastMessage & { id: number }

const shownMax = 4
let shown: ShownToast[] = []
let lastId = 0
const changes = createListeners()

function change(next: ShownToast[]): void {
  shown = next
  changes.notify()
}

/** Says the outcome of a lone action. A form shows its own errors instead, never both. Gives the message's id. */
export function toast(message: ToastMessage): number {
  lastId += 1
  change([...shown.slice(1 - shownMax), { ...message, id: lastId }])
  return lastId
}

export function dismissToast(id: number): void {
  change(shown.filter((message) => message.id !== id))
}

export function useToasts(): readonly ShownToast[] {
  return changes.useValue(() => shown)
}
