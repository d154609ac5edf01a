import type { ReactNode } from 'react'
import type { Meaning } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'

type Tone = Extract<Meaning, 'wait' | 'hand' | 'fail' | 'done' | 'none'>

type Props = {
  tone?: Tone
  /** `edge`: something to know. `ground`: something is lost or will be. */
  look?: 'edge' | 'ground'
  /** Interrupts screen readers; without it the notice is merely there. */
  alert?: boolean
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** Says what happened, whether money moved, and what comes next. */
export function Notice({ tone = 'none', look, alert, title, children, actions }: Props) {
  const ground = look ? look === 'ground' : alert === true
  const classes = ground ? `notice notice-${tone}` : `notice edge edge-${tone}`
  return (
    <div className={classes} role={alert ? 'alert' : undefined}>
      <span className={ground ? 'mt-0.5' : `mt-0.5 tone-${tone}`}>
        <StatusIcon meaning={tone} size="l" />
      </span>
      <div className="grow">
        {title ? <div className="strong">{title}</div> : null}
        {children ? <div className={ground ? undefined : 'muted'}>{children}</div> : null}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
  )
}
