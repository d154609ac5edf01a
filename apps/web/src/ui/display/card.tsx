import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** Beside the title, such as a pill or a count. */
  beside?: ReactNode
  /** At the right of the head. */
  end?: ReactNode
  footer?: ReactNode
  /** Leaves the padding to the content, for tables and lists that touch the edges. */
  flush?: boolean
  tone?: 'hand' | 'wait' | 'fail' | 'done'
}

/** A hairline box with an optional head; with a title it is a region of that name. */
export function Card(props: Props) {
  const { title, beside, end, footer, flush, tone, className, children, ...rest } = props
  const id = useId()
  return (
    <section
      aria-labelledby={title && rest['aria-label'] === undefined ? id : undefined}
      {...rest}
      className={clsx('card', tone && `edge edge-${tone}`, className)}
    >
      {title || end ? (
        <div className="card-head">
          {title ? <h2 id={id}>{title}</h2> : null}
          {beside}
          {end ? <div className="end">{end}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className="card-body">{children}</div>}
      {footer ? <div className="card-foot">{footer}</div> : null}
    </section>
  )
}
