import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import type { Meaning } from './status.ts'
import { StatusIcon } from './status-icon.tsx'

export type ToastMessage = { title: string; text?: string; tone?: Meaning }

type Shown = ToastMessage & { id: number }

let shown: Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Shown[]): void {
  shown = next
  for (const notify of listeners) notify()
}

/** Says the outcome of a lone action. A form shows its own errors instead, never both. */
export function toast(message: ToastMessage): void {
  lastId += 1
  change([...shown.slice(-3), { ...message, id: lastId }])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Place once, in the shell. */
export function Toaster() {
  const messages = useSyncExternalStore(subscribe, () => shown)
  return (
    <Radix.Provider label="Notification" duration={6000}>
      {messages.map(({ id, title, text, tone = 'none' }) => (
        <Radix.Root
          key={id}
          className="toast"
          onOpenChange={(open) => {
            if (!open) change(shown.filter((message) => message.id !== id))
          }}
        >
          <span className={`mt-0.5 ic-${tone}`}>
            <StatusIcon meaning={tone} size="l" />
          </span>
          <div className="grow">
            <Radix.Title className="strong">{title}</Radix.Title>
            {text ? <Radix.Description className="muted">{text}</Radix.Description> : null}
          </div>
          <Radix.Close className="btn btn-q btn-i" aria-label="Dismiss">
            <X />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="toasts" />
    </Radix.Provider>
  )
}
