import type { EntityForm } from '@corridor/contract/forms'
import { createContext, type ReactNode, use } from 'react'
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form'
import { RadioGroup, TextField } from '../../ui/controls/inputs.tsx'
import { Card } from '../../ui/display/blocks.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { countryName, countryOptions } from '../../ui/format/countries.ts'
import type { FieldName } from './entity-body.ts'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

type TextName = FieldPathByValue<EntityForm, string>

/** Names of fields that cannot be changed here, because they were verified. */
export const LockedFields = createContext<ReadonlySet<FieldName>>(new Set())
const lockedHint = t('Verified, so it is locked.')

const types = [
  { value: 'individual', label: t('Individual'), text: t('A person acting in their own name') },
  { value: 'business', label: t('Business'), text: t('A registered company or organisation') },
] as const

/** What a plain input of the form needs, its message included. A locked one only shows its value. */
export function useField(name: TextName) {
  const { register, getFieldState, getValues, formState } = useFormContext<EntityForm>()
  if (use(LockedFields).has(name))
    return { name, value: getValues(name), disabled: true, readOnly: true, hint: lockedHint }
  const { error } = getFieldState(name, formState)
  return { ...register(name), error: error?.message && serviceText(error.message) }
}

export function TypeField() {
  const { control } = useFormContext<EntityForm>()
  return (
    <Controller
      control={control}
      name="type"
      render={({ field }) => (
        <RadioGroup
          label={t('Type')}
          name={field.name}
          options={types}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

/** `latin` is the field of the name in Latin letters, where it is asked for. */
export function PersonFields({ latin }: { latin: ReactNode }) {
  return (
    <Card title={t('Person')}>
      <div className="grid grid-2">
        <TextField label={t('First name')} autoComplete="off" {...useField('firstName')} />
        <TextField label={t('Last name')} autoComplete="off" {...useField('lastName')} />
        {latin}
        <CountryField name="nationality" label={t('Nationality')} />
        <DayField name="dateOfBirth" label={t('Date of birth')} />
      </div>
    </Card>
  )
}

export function BusinessFields({ latin }: { latin: ReactNode }) {
  return (
    <Card title={t('Business')}>
      <div className="grid grid-2">
        <TextField label={t('Business name')} autoComplete="off" {...useField('businessName')} />
        {latin}
        <TextField
          label={t('Registration number')}
          autoComplete="off"
          {...useField('registrationNumber')}
        />
        <TextField label={t('Tax id')} autoComplete="off" {...useField('taxId')} />
        <CountryField name="incorporationCountry" label={t('Country of incorporation')} />
        <DayField name="incorporationDate" label={t('Date of incorporation')} />
        <TextField
          label={t('LEI')}
          optional
          autoComplete="off"
          hint={t('Legal entity identifier. Banks pass it on with payments.')}
          {...useField('lei')}
        />
        <TextField label={t('Industry')} optional autoComplete="off" {...useField('industry')} />
        <TextField
          label={t('Website')}
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
  const phone = useField('phoneNumber')
  return (
    <Card title={t('Contact')}>
      <div className="grid grid-2">
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="off"
          hint={t('Codes that open its wallet are sent here.')}
          {...useField('email')}
        />
        <TextField
          label={t('Phone number')}
          type="tel"
          autoComplete="off"
          hint={
            'error' in phone && phone.error
              ? undefined
              : t('With the country code, such as +47 40 61 23 45.')
          }
          {...phone}
        />
        <TextField
          label={t('Your reference')}
          optional
          autoComplete="off"
          hint={t('What your own systems call this customer.')}
          {...useField('externalReference')}
        />
      </div>
    </Card>
  )
}

type FieldProps = { name: TextName; label: string }

const dayHint = t('Such as 1990-04-12, 12.04.1990 or 12 April 1990.')

/** Only needed once something was typed. */
export const loadChecks = () => import('./checks.ts')

/** A day in any form that can mean only one; it is shown as the service keeps it once the field is left. */
export function DayField({ name, label }: FieldProps) {
  const { setValue, getValues } = useFormContext<EntityForm>()
  const field = useField(name)
  return (
    <TextField
      label={label}
      autoComplete="off"
      // The error says how a day is written as well.
      hint={'error' in field && field.error ? undefined : dayHint}
      {...field}
      onBlur={(event) => {
        const typed = event.target.value
        if ('onBlur' in field) void field.onBlur(event)
        void loadChecks().then(({ dayText }) => {
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
          placeholder={t('Type to search')}
          error={fieldState.error?.message && serviceText(fieldState.error.message)}
        />
      )}
    />
  )
}
