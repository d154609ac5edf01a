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
    <ol className="timeline" aria-label={label}>
      {items.map((item) => (
        <li
          key={item.key}
          className={clsx(
            item.event && 'event',
            !item.event && item.meaning !== 'done' && 'next',
            item.meaning === 'none' && !item.event && 'todo',
          )}
        >
          <span className={clsx('marker', !item.event && item.meaning)}>
            {item.event ? null : <StatusIcon meaning={item.meaning} />}
          </span>
          <span className="timeline-title">{item.title}</span>
          {item.aside ? <span className="timeline-aside">{item.aside}</span> : null}
          {item.text ? <span className="timeline-text">{item.text}</span> : null}
        </li>
      ))}
    </ol>
  )
}
