import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type DescriptionRow =
  | { label: ReactNode; value: ReactNode; sum?: boolean }
  | false
  | undefined

/** Labels left, values right; a `sum` row stands under a hairline. */
export function DescriptionList({
  rows,
  className,
}: {
  rows: DescriptionRow[]
  className?: string
}) {
  return (
    <dl className={clsx('facts', className)}>
      {rows.map((row, index) =>
        row ? (
          <div key={typeof row.label === 'string' ? row.label : index}>
            <dt className={row.sum ? 'total' : undefined}>{row.label}</dt>
            <dd className={row.sum ? 'total' : undefined}>{row.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** The strip of ids and facts under a record's title. */
export function FactStrip({ rows }: { rows: DescriptionRow[] }) {
  return (
    <dl className="record-ids">
      {rows.map((row, index) =>
        row ? (
          <div key={typeof row.label === 'string' ? row.label : index}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
