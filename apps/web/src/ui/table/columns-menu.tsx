import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { Checkbox, RadioGroup } from '../controls/inputs.tsx'
import { Popover } from '../overlays/popover.tsx'
import {
  changePreferences,
  type ChosenColumns,
  type Density,
  usePreferences,
} from '../preferences/preferences.ts'
import type { Column } from './types.ts'
import { t } from '../../messages/text.ts'

const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]

type Props<Row> = {
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  onChange: (change: Partial<ChosenColumns>) => void
  /** Choice and order as they came; undefined where they are. */
  onReset: (() => void) | undefined
}

const densities = [
  { value: 'compact', label: t('Compact') },
  { value: 'normal', label: t('Normal') },
  { value: 'comfortable', label: t('Roomy') },
] as const satisfies { value: Density; label: string }[]

/** Which columns show, in which order, how high rows are. Order by buttons, not by dragging. */
export function ColumnsMenu<Row>({ columns, hidden, onChange, onReset }: Props<Row>) {
  const { density } = usePreferences()
  const move = (id: string, step: 1 | -1) => {
    const order = columns.map((column) => column.id)
    const at = order.indexOf(id)
    const [taken = id] = order.splice(at, 1)
    order.splice(at + step, 0, taken)
    onChange({ order })
  }
  return (
    <Popover
      label={t('Columns')}
      align="end"
      trigger={
        <Button className="only-large" icon={<Columns3 className="icon-medium" />}>
          {t('Columns')}
        </Button>
      }
    >
      <ul className="stack" style={{ gap: 0 }}>
        {columns.map((column, index) => (
          <ColumnLine
            key={column.id}
            column={column}
            isHidden={hidden.includes(column.id)}
            isFirst={index === 0}
            isLast={index === columns.length - 1}
            onMove={move}
            onHide={(id) => onChange({ hidden: toggled(hidden, id) })}
          />
        ))}
      </ul>
      {onReset ? (
        <Button size="s" variant="quiet" onClick={onReset}>
          {t('Reset columns')}
        </Button>
      ) : null}
      <div className="subsection">
        <RadioGroup
          label={t('Row height')}
          look="segment"
          options={densities}
          value={density}
          onChange={(value) => changePreferences({ density: value as Density })}
        />
      </div>
    </Popover>
  )
}

type LineProps<Row> = {
  column: Column<Row>
  isHidden: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (id: string, step: 1 | -1) => void
  onHide: (id: string) => void
}

function ColumnLine<Row>(props: LineProps<Row>) {
  const { column, isHidden, isFirst, isLast, onMove, onHide } = props
  const { id, header, anchor } = column
  return (
    <li className="row between">
      <Checkbox label={header} disabled={anchor} checked={!isHidden} onChange={() => onHide(id)} />
      <span className="row gap-0">
        <button
          type="button"
          className="copy-button"
          aria-label={t('Move {header} left', { header })}
          disabled={isFirst}
          onClick={() => onMove(id, -1)}
        >
          <ArrowUp className="icon-medium" />
        </button>
        <button
          type="button"
          className="copy-button"
          aria-label={t('Move {header} right', { header })}
          disabled={isLast}
          onClick={() => onMove(id, 1)}
        >
          <ArrowDown className="icon-medium" />
        </button>
      </span>
    </li>
  )
}
