import { type Ref, useState } from 'react'
import { AmountField, TextField, SelectField } from '../../ui/controls/inputs.tsx'
import { type Asset, parseAmount } from '../../ui/format/parse-amount.ts'
import { t } from '../../messages/text.ts'

/** An amount as typed, and what it is in a request; `check` shows what is wrong with it. */
export function useTypedAmount(asset: Asset, start: string) {
  const [typed, setTyped] = useState(start)
  const [problem, setProblem] = useState<string | undefined>()
  const read = parseAmount(typed, asset)
  return {
    typed,
    problem,
    /** 0 as long as it cannot be read. */
    value: read.ok ? Number(read.text) : 0,
    set: (text: string) => {
      setTyped(text)
      setProblem(undefined)
    },
    check: (): boolean => {
      setProblem(read.ok ? undefined : read.message)
      return read.ok
    },
  }
}

type TypedAmount = ReturnType<typeof useTypedAmount>

/** A text that is chosen from a few, such as the name of a payer. */
export type Preset = { label: string; text: string }

type AmountProps = {
  amount: TypedAmount
  currency: string
  presets: readonly Preset[]
  inputRef?: Ref<HTMLInputElement>
}

/** How much arrives: what is expected, or an amount that goes wrong. */
export function DepositAmount({ amount, currency, presets, inputRef }: AmountProps) {
  return (
    <>
      <PresetField
        label={t('Amount sent')}
        presets={presets}
        value={amount.typed}
        onChange={amount.set}
      />
      <AmountField
        ref={inputRef}
        label={t('Amount')}
        unit={currency}
        value={amount.typed}
        error={amount.problem}
        onChange={(event) => amount.set(event.target.value)}
      />
    </>
  )
}

type PayerProps = {
  name: string
  presets: readonly Preset[]
  onChange: (name: string) => void
  error?: string | undefined
  optional?: boolean
}

/** Who pays: somebody who is known, unknown or listed. */
export function DepositPayer({ name, presets, onChange, error, optional }: PayerProps) {
  return (
    <>
      <PresetField label={t('Who pays')} presets={presets} value={name} onChange={onChange} />
      <TextField
        label={t('Sender’s name')}
        {...(optional ? { optional } : {})}
        error={error}
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

/** Payers that no customer knows: one that is held for it, and one that the sandbox's list of sanctions names. */
export const strangers: readonly Preset[] = [
  { label: t('Unknown payer'), text: 'Walter Stranger' },
  { label: t('Payer on the sanctions list'), text: 'Osama bin Laden' },
]

const own = 'own'

type PresetProps = {
  label: string
  presets: readonly Preset[]
  value: string
  onChange: (text: string) => void
}

function PresetField({ label, presets, value, onChange }: PresetProps) {
  const at = presets.findIndex(({ text }) => text === value)
  return (
    <SelectField
      label={label}
      options={[
        ...presets.map((preset, index) => ({ value: String(index), label: preset.label })),
        ...(at < 0 ? [{ value: own, label: t('As typed') }] : []),
      ]}
      value={at < 0 ? own : String(at)}
      onChange={(event) => {
        const preset = presets[Number(event.target.value)]
        if (preset) onChange(preset.text)
      }}
    />
  )
}
