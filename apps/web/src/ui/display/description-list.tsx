import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Row = { label: ReactNode; value: ReactNode; look: 'sum' | false }

/** A row of facts, or none. */
export type Fact = Row | false | undefined | null | '' | 0

/** A label and its value; a `sum` stands under a hairline. */
export const fact = (label: ReactNode, value: ReactNode, look: Row['look'] = false): Row => ({
  label,
  value,
  look,
})

type Props = { rows: readonly Fact[]; className?: string | undefined }

/** Labels left, values right. */
export function DescriptionList({ rows, className }: Props) {
  return (
    <dl className={clsx('facts', className)}>
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

/** The strip of ids and facts under a record's title. */
export function FactStrip({ rows }: Pick<Props, 'rows'>) {
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
