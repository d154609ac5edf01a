import { documentMimes } from '@corridor/domain'
import type { Field } from '@corridor/contract'
import { type ComponentType, type FocusEvent, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { RadioGroup, SelectField, TextField } from '../controls/inputs.tsx'
import { Combobox } from '../controls/combobox.tsx'
import { countryOptions } from '../format/countries.ts'
import { Field as Labelled } from '../controls/field.tsx'
import { released } from '../controls/released.ts'
import type { FieldFormState } from './use-field-form.ts'
import { addressLines, nameOf, type Values } from './values.ts'
import { asksCountry, type FieldView, viewOf, type WidgetName } from './view.ts'
import { serviceText } from '../../messages/service.ts'
import { part } from '../display/part.tsx'
import { t } from '../../messages/text.ts'

const FilePicker = part(() => import('../controls/file-picker.tsx'), 'FilePicker')

type WidgetProps = { field: Field; view: FieldView; state: FieldFormState }

/** More choices than these are searched, not scrolled through. */
const listedMax = 7
const filesAccepted = documentMimes.join(',')

function errorOf(form: UseFormReturn<Values>, name: string): string | undefined {
  return form.getFieldState(name, form.formState).error?.message
}

/** What a plain input needs, its message included. */
function inputOf(form: UseFormReturn<Values>, key: string) {
  const name = nameOf(key)
  const { onBlur, ...registered } = form.register(name)
  const leave = (event: FocusEvent) => void released().then(() => onBlur(event))
  return { ...registered, onBlur: leave, error: errorOf(form, name), autoComplete: 'off' }
}

function TextWidget({ field, view, state: { form } }: WidgetProps) {
  const { label, optional, hint, mono } = view
  return (
    <TextField
      {...{ label, optional, hint, mono }}
      spellCheck={mono ? false : undefined}
      {...inputOf(form, field.key)}
    />
  )
}

function LongTextWidget({ field, view, state: { form } }: WidgetProps) {
  const { label, optional, hint } = view
  const { error, ...input } = inputOf(form, field.key)
  return (
    <Labelled {...{ label, optional, hint, error }} className="col-span-full">
      {(control) => <textarea className="input" rows={3} {...input} {...control} />}
    </Labelled>
  )
}

function DateWidget({ field, view, state: { form } }: WidgetProps) {
  const { label, optional, hint } = view
  return (
    <TextField {...{ label, optional, hint }} inputMode="numeric" {...inputOf(form, field.key)} />
  )
}

function PhoneWidget({ field, view, state: { form } }: WidgetProps) {
  const { label, optional, hint } = view
  return <TextField {...{ label, optional, hint }} type="tel" {...inputOf(form, field.key)} />
}

const optionsOf = ({ options }: Field) =>
  options.map(({ value, label }) => ({ value, label: serviceText(label) }))

function ChoiceWidget({ field, view, state: { form } }: WidgetProps) {
  const { label, optional, hint } = view
  const options = asksCountry(field) ? countryOptions() : optionsOf(field)
  if (options.length > listedMax) {
    return <Search form={form} name={nameOf(field.key)} view={view} options={options} />
  }
  return (
    <SelectField
      {...{ label, optional, hint }}
      options={options}
      placeholder={t('Choose')}
      {...inputOf(form, field.key)}
    />
  )
}

type SearchProps = {
  form: UseFormReturn<Values>
  name: string
  view: Pick<FieldView, 'label' | 'optional' | 'hint'>
  options: readonly { value: string; label: string }[]
}

function Search({ form, name, view: { label, optional, hint }, options }: SearchProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Combobox
          {...{ label, optional, hint, name, options }}
          onBlur={() => void released().then(onBlur)}
          value={value ?? ''}
          onChange={onChange}
          placeholder={t('Type to search')}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function RadioWidget({ field, view, state: { form } }: WidgetProps) {
  return (
    <div className="col-span-full">
      <Controller
        control={form.control}
        name={nameOf(field.key)}
        render={({ field: { value, onChange, name }, fieldState }) => (
          <RadioGroup
            label={view.label}
            name={name}
            options={optionsOf(field)}
            value={value ?? ''}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      {view.hint ? <p className="hint mt-1">{view.hint}</p> : null}
    </div>
  )
}

function AddressWidget({ field, view, state: { form } }: WidgetProps) {
  return (
    <fieldset className="col-span-full">
      <legend className="field-label mb-2">{view.label}</legend>
      <div className="grid grid-2">
        {addressLines.map(({ part: line, label, needed }) => {
          const key = `${field.key}.${line}`
          const optional = !needed || view.optional
          return line === 'country' ? (
            <Search
              key={line}
              form={form}
              name={nameOf(key)}
              view={{ label, optional, hint: undefined }}
              options={countryOptions()}
            />
          ) : (
            <TextField key={line} {...{ label, optional }} {...inputOf(form, key)} />
          )
        })}
      </div>
    </fieldset>
  )
}

function FileWidget({ field, view, state }: WidgetProps) {
  return (
    <FilePicker
      label={view.label}
      hint={view.hint}
      accept={filesAccepted}
      file={state.files.get(field.key)}
      onChoose={(file) => state.setFile(field.key, file)}
      error={errorOf(state.form, nameOf(field.key))}
    />
  )
}

const widgets: Record<WidgetName, ComponentType<WidgetProps>> = {
  text: TextWidget,
  longText: LongTextWidget,
  choice: ChoiceWidget,
  date: DateWidget,
  radio: RadioWidget,
  phone: PhoneWidget,
  address: AddressWidget,
  file: FileWidget,
}

/** One field by the widget of its kind. */
export function FieldInput({ field, state }: { field: Field; state: FieldFormState }) {
  // As it came: a hint that goes away while a person types would move what is below.
  const [isFilled] = useState(() => Boolean(state.answers[field.key]))
  const view = viewOf(field, isFilled)
  const Widget = widgets[view.widget]
  return <Widget field={field} view={view} state={state} />
}
