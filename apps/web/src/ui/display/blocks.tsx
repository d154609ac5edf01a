import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Meaning } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** Beside the title, such as a pill or a count. */
  beside?: ReactNode
  /** At the right of the head. */
  end?: ReactNode
  footer?: ReactNode
  /** Leaves the padding to the content, for tables and lists that touch the edges. */
  flush?: boolean
  /** Labels and values, above other content. */
  facts?: readonly Fact[]
  tone?: 'hand' | 'wait' | 'fail' | 'done'
}

/** A hairline box with an optional head, facts, and what follows them; with a title it is a region of that name. */
export function Card(props: Props) {
  const { title, beside, end, footer, flush, facts, tone, className, children, ...rest } = props
  const id = useId()
  const content = (
    <>
      {facts ? <DescriptionList rows={facts} /> : null}
      {children}
    </>
  )
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
      {flush ? content : <div className="card-body">{content}</div>}
      {footer ? <div className="card-foot">{footer}</div> : null}
    </section>
  )
}

type Row = { label: ReactNode; value: ReactNode; look: 'sum' | false }

/** A row of facts, or none. */
export type Fact = Row | false | undefined | null | '' | 0

/** A label and its value; a `sum` stands under a hairline. */
export const fact = (label: ReactNode, value: ReactNode, look: Row['look'] = false): Row => ({
  label,
  value,
  look,
})

type DescriptionListProps = { rows: readonly Fact[]; className?: string | undefined }

/** Labels left, values right. */
export function DescriptionList({ rows, className }: DescriptionListProps) {
  return <Rows rows={rows} className={clsx('facts', className)} />
}

/** The strip of ids and facts under a record's title. */
export function FactStrip({ rows }: Pick<DescriptionListProps, 'rows'>) {
  return <Rows rows={rows} className="record-ids" />
}

function Rows({ rows, className }: DescriptionListProps) {
  return (
    <dl className={className}>
      {rows.map((row, index) =>
        row ? (
          <div key={typeof row.label === 'string' ? row.label : index}>
            <dt className={row.look ? 'total' : undefined}>{row.label}</dt>
            <dd className={row.look ? 'total' : undefined}>{row.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

type Tone = Extract<Meaning, 'wait' | 'hand' | 'fail' | 'done' | 'none'>

type NoticeProps = {
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
export function Notice({ tone = 'none', look, alert, title, children, actions }: NoticeProps) {
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
