import { codeLabel, serviceText } from '../../messages/service.ts'
import { type EntityForm, personRoles } from '@corridor/contract/forms'
import { wholeName } from '@corridor/domain'
import { Plus, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/display/blocks.tsx'
import { Checkbox, AmountField, TextField } from '../../ui/controls/inputs.tsx'
import { FieldError } from '../../ui/controls/field.tsx'
import { AddressLines } from './address-fields.tsx'
import { LatinNameField } from './latin-name-field.tsx'
import { emptyPerson } from './entity-body.ts'
import { CountryField, DayField, useField } from './entity-fields.tsx'
import { t } from '../../messages/text.ts'

const most = 50

/**
 * A field that loses the focus may show a fault, which moves all below it: a button must not slip
 * away from under the pointer between press and release.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Who owns, controls and signs for a business; any number of people, one after the other. */
export function PeopleFields() {
  const { control } = useFormContext<EntityForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'associatedPersons' })
  return (
    <Card
      title={t('Associated people')}
      beside={<span className="muted">{fields.length}</span>}
      end={
        <Button
          size="s"
          icon={Plus}
          onMouseDown={keepFocus}
          disabledReason={
            fields.length >= most ? t('At most {limit} people', { limit: most }) : undefined
          }
          onClick={() =>
            append(emptyPerson, { focusName: `associatedPersons.${fields.length}.firstName` })
          }
        >
          {t('Add person')}
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="muted">
          {t(
            'Everyone who owns 25 % or more, controls the business or signs for it. Verification requires them.',
          )}
        </p>
      ) : (
        <div className="grid">
          {fields.map(({ id }, at) => (
            <Person key={id} at={at} onRemove={() => remove(at)} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Person({ at, onRemove }: { at: number; onRemove: () => void }) {
  const name = `associatedPersons.${at}` as const
  const first = useWatch<EntityForm, `${typeof name}.firstName`>({ name: `${name}.firstName` })
  const last = useWatch<EntityForm, `${typeof name}.lastName`>({ name: `${name}.lastName` })
  const nationality = useWatch<EntityForm, `${typeof name}.nationality`>({
    name: `${name}.nationality`,
  })
  const shown = wholeName({ firstName: first, lastName: last })
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="visually-hidden">{t('Person {number}', { number: at + 1 })}</legend>
      <div className="row">
        <h3 className="grow truncated">{shown || t('Person {number}', { number: at + 1 })}</h3>
        <Button
          size="s"
          variant="quiet"
          icon={<Trash2 className="icon-medium" />}
          onMouseDown={keepFocus}
          aria-label={t('Remove person {number}', { number: at + 1 })}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
      </div>
      <div className="grid grid-2">
        <TextField label={t('First name')} autoComplete="off" {...useField(`${name}.firstName`)} />
        <TextField label={t('Last name')} autoComplete="off" {...useField(`${name}.lastName`)} />
        <LatinNameField
          field={`${name}.latinName`}
          name={shown}
          type="individual"
          country={nationality}
        />
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="off"
          {...useField(`${name}.email`)}
        />
        <CountryField name={`${name}.nationality`} label={t('Nationality')} />
        <DayField name={`${name}.dateOfBirth`} label={t('Date of birth')} />
        <AmountField label={t('Owns')} unit="%" {...useField(`${name}.ownershipPercent`)} />
      </div>
      <RolesField name={`${name}.roles`} />
      <fieldset>
        <legend className="field-label mb-2">{t('Address')}</legend>
        <div className="grid grid-2">
          <AddressLines name={`${name}.address`} />
        </div>
      </fieldset>
    </fieldset>
  )
}

/** A group of boxes by its legend; the first one carries the message to who cannot see it. */
function RolesField({ name }: { name: `associatedPersons.${number}.roles` }) {
  const { control } = useFormContext<EntityForm>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <fieldset className="field">
          <legend className="field-label">{t('Roles')}</legend>
          <div className="flex flex-wrap gap-4">
            {personRoles.map((role, place) => (
              <Checkbox
                key={role}
                label={codeLabel(role)}
                checked={field.value.includes(role)}
                aria-invalid={error && place === 0 ? true : undefined}
                aria-describedby={error ? `${name}-error` : undefined}
                onBlur={field.onBlur}
                onMouseDown={keepFocus}
                onChange={({ target }) =>
                  field.onChange(
                    personRoles.filter((item) =>
                      item === role ? target.checked : field.value.includes(item),
                    ),
                  )
                }
              />
            ))}
          </div>
          {error ? (
            <FieldError id={`${name}-error`}>{serviceText(error.message ?? '')}</FieldError>
          ) : null}
        </fieldset>
      )}
    />
  )
}
