import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { Checkbox, RadioGroup } from '../controls/choice.tsx'
import { Popover } from '../overlays/popover.tsx'
import { changePreferences, type Density, usePreferences } from '../preferences/preferences.ts'
import type { Column } from './types.ts'
import { t } from '../../messages/text.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  onChange: (change: { hidden?: string[]; order?: string[] }) => void
}

const densities = [
  { value: 'compact', label: t('Compact') },
  { value: 'normal', label: t('Normal') },
  { value: 'comfortable', label: t('Roomy') },
] as const satisfies { value: Density; label: string }[]

/** Which columns show, in which order, how high rows are. Order by buttons, not by dragging. */
export function ColumnsMenu<Row>({ columns, hidden, onChange }: Props<Row>) {
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
        {columns.map(({ id, header, anchor }, index) => (
          <li key={id} className="row between">
            <Checkbox
              label={header}
              disabled={anchor}
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onChange({
                  hidden: event.target.checked
                    ? hidden.filter((other) => other !== id)
                    : [...hidden, id],
                })
              }
            />
            <span className="row gap-0">
              <button
                type="button"
                className="copy-button"
                aria-label={t('Move {header} left', { header })}
                disabled={index === 0}
                onClick={() => move(id, -1)}
              >
                <ArrowUp className="icon-medium" />
              </button>
              <button
                type="button"
                className="copy-button"
                aria-label={t('Move {header} right', { header })}
                disabled={index === columns.length - 1}
                onClick={() => move(id, 1)}
              >
                <ArrowDown className="icon-medium" />
              </button>
            </span>
          </li>
        ))}
      </ul>
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
