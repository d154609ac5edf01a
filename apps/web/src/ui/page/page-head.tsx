import type { ReactNode } from 'react'
import { t } from '../../messages/text.ts'

type Props = {
  /** The page's one h1, and the window's title unless there is a `title`. */
  heading: ReactNode
  title?: string
  /** A line under the heading. */
  text?: ReactNode
  actions?: ReactNode
}

/** Heading, at most one line, actions at the right. */
export function PageHead({ heading, title, text, actions }: Props) {
  return (
    <div className="page-head">
      <PageTitle>{title ?? (typeof heading === 'string' ? heading : undefined)}</PageTitle>
      <div>
        <h1>{heading}</h1>
        {text ? <div className="muted">{text}</div> : null}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
  )
}

/** The window's title. */
export function PageTitle({ children }: { children: string | undefined }) {
  return <title>{children ? `${children} · Corridor` : t('Corridor')}</title>
}
