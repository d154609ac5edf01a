import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { serviceNow } from '../../api/clock.ts'
import { Button } from '../controls/button.tsx'
import { Checkbox, TextField } from '../controls/inputs.tsx'
import { useZone } from '../display/values.tsx'
import { zoneHint } from '../format/zones.ts'
import { datePresets, dayOfInstant, instantOfDay } from './filters.ts'
import type { FilterField } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'
import { midSentence, t } from '../../messages/text.ts'

type Props<F extends FilterField = FilterField> = {
  field: F
  values: ListQuery
  onChange: (change: ListQuery) => void
  onDone: () => void
}

/** The values of one filter. Choices act at once; typed values by Enter or the button. */
export function FilterEditor({ field, ...rest }: Props) {
  if (field.kind === 'choice') return <ChoiceEditor field={field} {...rest} />
  if (field.kind === 'dates') return <DatesEditor field={field} {...rest} />
  if (field.kind === 'range') return <RangeEditor field={field} {...rest} />
  return <TextEditor field={field} {...rest} />
}

type Of<K extends FilterField['kind']> = Props<Extract<FilterField, { kind: K }>>

/** More than these are not read through; they are searched. */
const choicesRead = 12

function ChoiceEditor(props: Of<'choice'>) {
  const { field } = props
  const [wanted, setWanted] = useState('')
  if (field.options.length <= choicesRead) return <Choices {...props} />
  const text = wanted.trim().toLowerCase()
  const options = field.options.filter(({ label }) => label.toLowerCase().includes(text))
  return (
    <div className="stack">
      <TextField
        label={t('Find {label}', { label: midSentence(field.label) })}
        small
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className="max-h-[280px] overflow-auto p-2">
        <Choices {...props} field={{ ...field, options }} />
      </div>
    </div>
  )
}

function Choices({ field, values, onChange, onDone }: Of<'choice'>) {
  const chosen = (values[field.key] ?? '').split(',').filter(Boolean)
  // A value that nobody listed is legal and stays in the list.
  const unlisted = chosen.filter((value) => !field.options.some((option) => option.value === value))
  const options = [...field.options, ...unlisted.map((value) => ({ value, label: value }))]
  if (!field.multiple) {
    return (
      <ul className="-m-2">
        {options.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              className="menu-item"
              aria-pressed={chosen.includes(value)}
              onClick={() => {
                onChange({ [field.key]: value })
                onDone()
              }}
            >
              {label}
              {chosen.includes(value) ? <Check className="icon-medium chosen-mark" /> : null}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul>
      {options.map(({ value, label }) => (
        <li key={value}>
          <Checkbox
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) => {
              const next = event.target.checked
                ? [...chosen, value]
                : chosen.filter((other) => other !== value)
              onChange({ [field.key]: next.join(',') })
            }}
          />
        </li>
      ))}
    </ul>
  )
}

function TextEditor({ field, values, onChange, onDone }: Of<'text'>) {
  const [text, setText] = useState(values[field.key] ?? '')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onChange({ [field.key]: text.trim() })
    onDone()
  }
  return (
    <form className="stack" onSubmit={apply}>
      <TextField
        label={field.label}
        small
        data-initial-focus
        value={text}
        placeholder={field.placeholder}
        onChange={(event) => setText(event.target.value)}
      />
      <ApplyButton />
    </form>
  )
}

const decimal = /^\d{1,15}(\.\d{1,18})?$/

function RangeEditor({ field, values, onChange, onDone }: Of<'range'>) {
  const [min, setMin] = useState(values[field.min] ?? '')
  const [max, setMax] = useState(values[field.max] ?? '')
  const problem = (text: string) =>
    text === '' || decimal.test(text) ? undefined : t('A number, such as 250.00')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (problem(min) || problem(max)) return
    onChange({ [field.min]: min, [field.max]: max })
    onDone()
  }
  const box = { small: true, inputMode: 'decimal' } as const
  return (
    <form className="stack" onSubmit={apply} noValidate>
      <TextField
        {...box}
        label={field.unit ? t('At least, {unit}', { unit: field.unit }) : t('At least')}
        value={min}
        error={problem(min)}
        onChange={(event) => setMin(event.target.value.replaceAll(',', ''))}
      />
      <TextField
        {...box}
        label={field.unit ? t('At most, {unit}', { unit: field.unit }) : t('At most')}
        value={max}
        error={problem(max)}
        onChange={(event) => setMax(event.target.value.replaceAll(',', ''))}
      />
      <ApplyButton />
    </form>
  )
}

function DatesEditor({ field, values, onChange, onDone }: Of<'dates'>) {
  const zone = useZone()
  const [from, setFrom] = useState(dayOfInstant(values[field.from], zone))
  const [to, setTo] = useState(dayOfInstant(values[field.to], zone, -1))
  const take = (preset: (typeof datePresets)[number]) => {
    const since = new Date(preset.since(serviceNow(), zone)).toISOString()
    onChange({ [field.key]: preset.name, [field.from]: since, [field.to]: undefined })
    onDone()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onChange({
      [field.key]: undefined,
      [field.from]: from ? instantOfDay(from, zone) : undefined,
      // The last day counts whole.
      [field.to]: to ? instantOfDay(to, zone, 1) : undefined,
    })
    onDone()
  }
  return (
    <form className="stack" onSubmit={apply}>
      <div className="row flex-wrap">
        {datePresets.map((preset) => (
          <Button key={preset.name} size="s" onClick={() => take(preset)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <div className="row items-start">
        <TextField
          small
          type="date"
          label={t('From##time')}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          small
          type="date"
          label={t('To##time')}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <p className="hint">{zoneHint(zone)}</p>
      <ApplyButton />
    </form>
  )
}

function ApplyButton() {
  return (
    <Button type="submit" size="s" className="self-start">
      {t('Apply')}
    </Button>
  )
}
