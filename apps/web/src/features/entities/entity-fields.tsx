import type { EntityForm } from '@corridor/contract/forms'
import { createContext, use } from 'react'
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form'
import { RadioGroup } from '../../ui/controls/choice.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { countryName, countryOptions } from '../../ui/format/countries.ts'
import { TextField } from '../../ui/controls/text-input.tsx'
import type { FieldName } from './entity-body.ts'

type TextName = FieldPathByValue<EntityForm, string>

/** Names of fields that cannot be changed here, because they were verified. */
export const LockedFields = createContext<ReadonlySet<FieldName>>(new Set())
const lockedHint = 'Verified, so it is locked.'

const types = [
  { value: 'individual', label: 'Individual', text: 'A person acting in their own name' },
  { value: 'business', label: 'Business', text: 'A registered company or organisation' },
] as const

/** What a plain input of the form needs, its message included. A locked one only shows its value. */
export function useField(name: TextName) {
  const { register, getFieldState, getValues, formState } = useFormContext<EntityForm>()
  if (use(LockedFields).has(name))
    return { name, value: getValues(name), disabled: true, readOnly: true, hint: lockedHint }
  return { ...register(name), error: getFieldState(name, formState).error?.message }
}

export function TypeField() {
  const { control } = useFormContext<EntityForm>()
  return (
    <Controller
      control={control}
      name="type"
      render={({ field }) => (
        <RadioGroup
          label="Type"
          name={field.name}
          options={types}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

export function PersonFields() {
  return (
    <Card title="Person">
      <div className="grid grid-2">
        <TextField label="First name" autoComplete="off" {...useField('firstName')} />
        <TextField label="Last name" autoComplete="off" {...useField('lastName')} />
        <CountryField name="nationality" label="Nationality" />
        <DayField name="dateOfBirth" label="Date of birth" />
      </div>
    </Card>
  )
}

export function BusinessFields() {
  return (
    <Card title="Business">
      <div className="grid grid-2">
        <TextField label="Business name" autoComplete="off" {...useField('businessName')} />
        <TextField
          label="Registration number"
          autoComplete="off"
          {...useField('registrationNumber')}
        />
        <TextField label="Tax id" autoComplete="off" {...useField('taxId')} />
        <CountryField name="incorporationCountry" label="Country of incorporation" />
        <DayField name="incorporationDate" label="Date of incorporation" />
        <TextField label="Industry" optional autoComplete="off" {...useField('industry')} />
        <TextField
          label="Website"
          optional
          inputMode="url"
          autoComplete="off"
          {...useField('website')}
        />
      </div>
    </Card>
  )
}

export function ContactFields() {
  return (
    <Card title="Contact">
      <div className="grid grid-2">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          hint="Codes that open its wallet are sent here."
          {...useField('email')}
        />
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="off"
          hint="With the country code, such as +47 40 61 23 45."
          {...useField('phoneNumber')}
        />
        <TextField
          label="Your reference"
          optional
          autoComplete="off"
          hint="What your own systems call this customer."
          {...useField('externalReference')}
        />
      </div>
    </Card>
  )
}

type FieldProps = { name: TextName; label: string }

/** Only needed once a day was typed. */
export const loadDays = () => import('./days.ts')

/** A day in any form that can mean only one; it is shown as the service keeps it once the field is left. */
export function DayField({ name, label }: FieldProps) {
  const { setValue, getValues } = useFormContext<EntityForm>()
  const field = useField(name)
  return (
    <TextField
      label={label}
      autoComplete="off"
      hint="Such as 1990-04-12, 12.04.1990 or 12 April 1990."
      {...field}
      onBlur={(event) => {
        const typed = event.target.value
        if ('onBlur' in field) void field.onBlur(event)
        void loadDays().then(({ dayText }) => {
          const day = dayText(typed)
          if (day !== typed && getValues(name) === typed) setValue(name, day)
        })
      }}
    />
  )
}

export function CountryField({ name, label }: FieldProps) {
  const { control, getValues } = useFormContext<EntityForm>()
  const isLocked = use(LockedFields).has(name)
  if (isLocked) {
    const value = countryName(getValues(name))
    return <TextField label={label} hint={lockedHint} value={value} disabled readOnly />
  }
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Combobox
          label={label}
          name={field.name}
          options={countryOptions()}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          placeholder="Type to search"
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
