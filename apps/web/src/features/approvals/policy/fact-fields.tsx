import type { PolicyFact } from '@corridor/contract/policy'
import { describeDuration } from '@corridor/domain/policy'
import { useState } from 'react'
import { t } from '../../../messages/text.ts'
import { Checkbox, SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import type { Choice } from './people.ts'
import { termsIn } from './terms.ts'

type Props = {
  fact: PolicyFact
  initiators: readonly Choice[]
  onChange: (fact: PolicyFact) => void
}

/** What a line of a rule asks, by its kind. */
export function FactFields({ fact, initiators, onChange }: Props) {
  switch (fact.fact) {
    case 'amount':
      return (
        <>
          <Over value={fact.over} onChange={(over) => onChange({ ...fact, over })} />
          <Unit value={fact.unit} onChange={(unit) => onChange({ ...fact, unit })} />
        </>
      )
    case 'sum':
      return (
        <>
          <Over value={fact.over} onChange={(over) => onChange({ ...fact, over })} />
          <Unit value={fact.unit} onChange={(unit) => onChange({ ...fact, unit })} />
          <Window of={fact} onChange={(of) => onChange({ ...fact, ...of })} />
        </>
      )
    case 'count':
      return (
        <>
          <Over
            value={String(fact.over)}
            onChange={(over) => onChange({ ...fact, over: Number.parseInt(over, 10) || 0 })}
          />
          <Window of={fact} onChange={(of) => onChange({ ...fact, ...of })} />
        </>
      )
    case 'payee':
      return (
        <Several
          label={t('Payee')}
          options={payees}
          chosen={fact.in}
          onChange={(chosen) => onChange({ ...fact, in: chosen })}
        />
      )
    case 'day':
    case 'time':
      return <Times fact={fact} onChange={onChange} />
    case 'initiator':
      return <Initiators {...{ fact, initiators, onChange }} />
    default:
      return (
        <Terms
          label={termLabels[fact.fact]}
          terms={fact.in}
          onChange={(terms) => onChange({ ...fact, in: terms })}
        />
      )
  }
}

type TimesProps = {
  fact: Extract<PolicyFact, { fact: 'day' | 'time' }>
  onChange: Props['onChange']
}

/** Days or hours, in the time of a place. */
function Times({ fact, onChange }: TimesProps) {
  const zone = <Zone value={fact.zone} onChange={(to) => onChange({ ...fact, zone: to })} />
  if (fact.fact === 'day')
    return (
      <>
        <Several
          label={t('Days')}
          options={days}
          chosen={fact.in}
          onChange={(chosen) => onChange({ ...fact, in: chosen })}
        />
        {zone}
      </>
    )
  return (
    <>
      <TextField
        label={t('From')}
        value={fact.from}
        placeholder="18:00"
        onChange={(event) => onChange({ ...fact, from: event.target.value })}
      />
      <TextField
        label={t('To')}
        value={fact.to}
        placeholder="08:00"
        onChange={(event) => onChange({ ...fact, to: event.target.value })}
      />
      {zone}
    </>
  )
}

const termLabels = {
  asset: t('Assets, such as USDC or EUR'),
  direction: t('Directions, such as OFF_RAMP'),
  corridor: t('Corridors, such as US>MX; * is any country'),
  destination: t('Account ids, route ids or addresses'),
}

const payees = [
  { value: 'new', label: t('New') },
  { value: 'known', label: t('Known') },
  { value: 'listed', label: t('Resembles a listed one') },
] as const
const days = [
  { value: 'mon', label: t('Monday') },
  { value: 'tue', label: t('Tuesday') },
  { value: 'wed', label: t('Wednesday') },
  { value: 'thu', label: t('Thursday') },
  { value: 'fri', label: t('Friday') },
  { value: 'sat', label: t('Saturday') },
  { value: 'sun', label: t('Sunday') },
] as const
const scopes = [
  { value: 'payee', label: t('To one payee') },
  { value: 'initiator', label: t('By one person or key') },
  { value: 'account', label: t('From one account') },
  { value: 'wallet', label: t('From one wallet') },
  { value: 'partner', label: t('By everybody') },
] as const

type TextProps = { value: string; onChange: (value: string) => void }

const Over = ({ value, onChange }: TextProps) => (
  <TextField
    label={t('More than')}
    inputMode="decimal"
    value={value}
    onChange={(event) => onChange(event.target.value.trim())}
  />
)

const Unit = ({ value, onChange }: TextProps) => (
  <TextField
    label={t('Unit')}
    hint={t('USD is the worth in dollars.')}
    value={value}
    onChange={(event) => onChange(event.target.value.trim().toUpperCase())}
  />
)

const Zone = ({ value, onChange }: TextProps) => (
  <TextField
    label={t('Time zone')}
    value={value}
    placeholder="Europe/Berlin"
    onChange={(event) => onChange(event.target.value.trim())}
  />
)

type WindowOf = Pick<Extract<PolicyFact, { fact: 'sum' }>, 'by' | 'windowSeconds'>
const windows = [3_600, 86_400, 604_800, 2_592_000]

/** Whose earlier operations count, and how far back. */
function Window({ of, onChange }: { of: WindowOf; onChange: (of: WindowOf) => void }) {
  const { by, windowSeconds } = of
  const lengths = [...new Set([...windows, windowSeconds])]
  return (
    <>
      <SelectField
        label={t('Added up')}
        options={scopes}
        value={by}
        onChange={(event) => onChange({ windowSeconds, by: event.target.value as WindowOf['by'] })}
      />
      <SelectField
        label={t('Within')}
        options={lengths.map((seconds) => ({
          value: String(seconds),
          label: describeDuration(seconds),
        }))}
        value={String(windowSeconds)}
        onChange={(event) => onChange({ by, windowSeconds: Number(event.target.value) })}
      />
    </>
  )
}

type SeveralProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** Several of a closed set, in its order. */
export function Several<Value extends string>(props: SeveralProps<Value>) {
  const { label, options, chosen, onChange } = props
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            label={name}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((item) => (item === value ? target.checked : chosen.includes(item))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

type TermsProps = { label: string; terms: readonly string[]; onChange: (terms: string[]) => void }

/** As it is typed: a comma that ends no word yet stays. */
function Terms({ label, terms, onChange }: TermsProps) {
  const [text, setText] = useState(terms.join(', '))
  return (
    <TextField
      label={label}
      hint={t('Several with commas between them.')}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(termsIn(target.value))
      }}
    />
  )
}

type InitiatorProps = Omit<Props, 'fact'> & { fact: Extract<PolicyFact, { fact: 'initiator' }> }

/** People and roles by name; keys and what else a rule names stay as they are. */
function Initiators({ fact, initiators, onChange }: InitiatorProps) {
  const known = new Set(initiators.map(({ value }) => value))
  const others = fact.in.filter((term) => !known.has(term))
  return (
    <>
      <Several
        label={t('Asked by')}
        options={initiators}
        chosen={fact.in}
        onChange={(chosen) => onChange({ ...fact, in: [...chosen, ...others] })}
      />
      <Terms
        label={t('API keys, such as key:key_…')}
        terms={others}
        onChange={(terms) =>
          onChange({ ...fact, in: [...fact.in.filter((term) => known.has(term)), ...terms] })
        }
      />
    </>
  )
}
