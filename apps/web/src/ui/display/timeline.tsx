import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Meaning } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'

export type TimelineItem = {
  key: string
  meaning: Meaning
  title: ReactNode
  /** At the right: a time or a duration. */
  aside?: ReactNode
  text?: ReactNode
  /** An event between steps: a diamond instead of a state. */
  event?: boolean
}

/** Vertical steps; the line after a step that is not done is dashed. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  return (
    <ol className="tl" aria-label={label}>
      {items.map((item) => (
        <li
          key={item.key}
          className={clsx(
            item.event && 'ev',
            !item.event && item.meaning !== 'done' && 'next',
            item.meaning === 'none' && !item.event && 'todo',
          )}
        >
          <span className={clsx('mk', !item.event && item.meaning)}>
            {item.event ? null : <StatusIcon meaning={item.meaning} />}
          </span>
          <span className="t">{item.title}</span>
          {item.aside ? <span className="d">{item.aside}</span> : null}
          {item.text ? <span className="x">{item.text}</span> : null}
        </li>
      ))}
    </ol>
  )
}
