import type { ExportableList } from '../../api/queries/exports.ts'
import { Checkbox, RadioGroup } from '../../ui/controls/inputs.tsx'
import { columnLabel, groupsOf } from './column-keys.ts'
import { t } from '../../messages/text.ts'

export type Choice = 'visible' | 'all' | 'own'

type Props = {
  list: ExportableList
  visible: readonly string[]
  choice: Choice
  chosen: ReadonlySet<string>
  onChange: (choice: Choice, chosen: ReadonlySet<string>) => void
}

/** Which columns are written; single ones are shown only to whoever wants to choose. */
export function ColumnChoice({ list, visible, choice, chosen, onChange }: Props) {
  const all = list.columns.map(({ key }) => key)
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t('Columns')}
        look="segment"
        value={choice}
        options={[
          { value: 'visible', label: t('As in the list ({count})', { count: visible.length }) },
          { value: 'all', label: t('All ({count})', { count: all.length }) },
          { value: 'own', label: t('Choose') },
        ]}
        onChange={(value) =>
          onChange(
            value as Choice,
            value === 'own' ? chosen : new Set(value === 'all' ? all : visible),
          )
        }
      />
      {choice === 'own'
        ? groupsOf(list).map(([name, keys]) => (
            <Group
              key={name}
              name={name}
              keys={keys}
              chosen={chosen}
              onChange={(next) => onChange('own', next)}
            />
          ))
        : null}
    </div>
  )
}

type GroupProps = {
  name: string
  keys: readonly string[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

function Group({ name, keys, chosen, onChange }: GroupProps) {
  const count = keys.filter((key) => chosen.has(key)).length
  const isAll = count === keys.length
  const toggle = (some: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const key of some) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  return (
    <fieldset className="field sunken-box">
      <legend className="visually-hidden">{name}</legend>
      <Checkbox
        label={<b>{t('{name}: all', { name })}</b>}
        checked={isAll}
        indeterminate={!isAll && count > 0}
        onChange={() => toggle(keys, !isAll)}
      />
      <div className="choice-grid">
        {keys.map((key) => (
          <Checkbox
            key={key}
            label={columnLabel(key)}
            checked={chosen.has(key)}
            onChange={(event) => toggle([key], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
