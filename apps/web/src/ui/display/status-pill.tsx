import { clsx } from 'clsx'
import { useState } from 'react'
import { type Meaning, readStatus, type StatusKind } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'

type Props = {
  /** The raw state, such as `PROCESSING`. */
  status: string
  /** For statuses whose meaning depends on the kind of record. */
  kind?: StatusKind
  /** Replaces the label and the meaning, where a page knows better ("Needs you"). */
  label?: string
  meaning?: Meaning
}

/** Icon + label + colour. An unknown state shows its raw text in the neutral pill. */
export function StatusPill({ status, kind, label, meaning }: Props) {
  const read = readStatus(status, kind)
  const shown = meaning ?? read.meaning
  // A state that changes while it is looked at is tinted for a moment, in its place.
  const [first] = useState(status)
  return (
    <span key={status} className={clsx('pill', `pill-${shown}`, status !== first && 'flash')}>
      <StatusIcon meaning={shown} />
      <span className="truncated">{label ?? read.label}</span>
    </span>
  )
}
