import { TextField } from '../../ui/controls/text-input.tsx'
import { CountryField, useField } from './entity-fields.tsx'

type AddressName = 'permanentAddress' | `associatedPersons.${number}.address`

/** A group by its legend, in the look of a card. */
export function AddressFields() {
  return (
    <fieldset className="card">
      <legend className="visually-hidden">Permanent address</legend>
      <div className="card-head">
        <h2>Permanent address</h2>
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
        label="Street and number"
        autoComplete="off"
        {...useField(`${name}.addressLine1`)}
      />
      <TextField
        label="Further address line"
        optional
        autoComplete="off"
        {...useField(`${name}.addressLine2`)}
      />
      <TextField
        label="Postal code"
        optional
        autoComplete="off"
        {...useField(`${name}.postalCode`)}
      />
      <TextField label="City" autoComplete="off" {...useField(`${name}.city`)} />
      <TextField
        label="State or region"
        optional
        autoComplete="off"
        {...useField(`${name}.state`)}
      />
      <CountryField name={`${name}.country`} label="Country" />
    </>
  )
}
