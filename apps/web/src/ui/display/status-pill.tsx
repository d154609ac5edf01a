import { clsx } from 'clsx'
import { useState } from 'react'
import { type Meaning, readStatus, type StatusKind } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'

type Props = {
  /** The raw state, such as `PROCESSING`. */
  status: string
  /** For words whose meaning depends on the kind of record. */
  kind?: StatusKind
  /** Replaces the word and the meaning, where a page knows better ("Needs you"). */
  word?: string
  meaning?: Meaning
}

/** Icon + word + colour. A state nobody has seen before shows its raw text in the neutral pill. */
export function StatusPill({ status, kind, word, meaning }: Props) {
  const read = readStatus(status, kind)
  const shown = meaning ?? read.meaning
  // A state that changes while it is looked at is tinted for a moment, in its place.
  const [first] = useState(status)
  return (
    <span key={status} className={clsx('pill', `pill-${shown}`, status !== first && 'flash')}>
      <StatusIcon meaning={shown} />
      <span className="truncated">{word ?? read.word}</span>
    </span>
  )
}
