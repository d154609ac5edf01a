import type { ReactNode } from 'react'

type Props = {
  /** One bold line, such as "No transfers yet". */
  title: string
  /** One sentence on what the page holds. */
  children?: ReactNode
  /** One primary action and at most one quiet link. */
  actions?: ReactNode
}

/** Left-aligned words, no drawing. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className="empty-state">
      <p className="strong">{title}</p>
      {children ? <p className="muted">{children}</p> : null}
      {actions ? <div className="row flex-wrap mt-4">{actions}</div> : null}
    </div>
  )
}
