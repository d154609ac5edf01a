import { TextField } from '../../ui/controls/inputs.tsx'
import { CountryField, useField } from './entity-fields.tsx'
import { t } from '../../messages/text.ts'

type AddressName = 'permanentAddress' | `associatedPersons.${number}.address`

/** A group by its legend, in the look of a card. */
export function AddressFields() {
  return (
    <fieldset className="card">
      <legend className="visually-hidden">{t('Permanent address')}</legend>
      <div className="card-head">
        <h2>{t('Permanent address')}</h2>
      </div>
      <div className="card-body grid grid-2">
        <AddressLines name="permanentAddress" />
      </div>
    </fieldset>
  )
}

export function AddressLines({ name }: { name: AddressName }) {
  return (
    <>
      <TextField
        label={t('Street and number')}
        autoComplete="off"
        {...useField(`${name}.addressLine1`)}
      />
      <TextField
        label={t('Further address line')}
        optional
        autoComplete="off"
        {...useField(`${name}.addressLine2`)}
      />
      <TextField
        label={t('Postal code')}
        optional
        autoComplete="off"
        {...useField(`${name}.postalCode`)}
      />
      <TextField label={t('City')} autoComplete="off" {...useField(`${name}.city`)} />
      <TextField
        label={t('State or region')}
        optional
        autoComplete="off"
        {...useField(`${name}.state`)}
      />
      <CountryField name={`${name}.country`} label={t('Country')} />
    </>
  )
}
