import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Meaning } from '../format/status.ts'

const shapes: Record<Meaning, ReactNode> = {
  none: <circle cx="12" cy="12" r="8" />,
  wait: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3 2" />
    </>
  ),
  move: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none" />
    </>
  ),
  done: <path d="M20 6 9 17l-5-5" />,
  fail: <path d="M18 6 6 18M6 6l12 12" />,
  hand: (
    <>
      <path d="M18 11V6a2 2 0 0 0-4 0M14 10V4a2 2 0 0 0-4 0v2M10 10.5V6a2 2 0 0 0-4 0v8" />
      <path d="M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15" />
    </>
  ),
  end: <path d="M5 12h14" />,
}

const sizes = { s: 'icon icon-small', m: 'icon icon-medium', l: 'icon' }

type Props = { meaning: Meaning; size?: keyof typeof sizes }

/** The icon of a meaning. Only "moving" turns, and it stops under reduced motion. */
export function StatusIcon({ meaning, size = 's' }: Props) {
  return (
    <svg
      className={clsx(sizes[size], meaning === 'move' && 'spinning')}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {shapes[meaning]}
    </svg>
  )
}
