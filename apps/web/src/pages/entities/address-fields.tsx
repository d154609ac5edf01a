import { TextField } from '../../ui/text-input.tsx'
import { CountryField, useField } from './entity-fields.tsx'

/** A group by its legend, in the look of a card. */
export function AddressFields() {
  return (
    <fieldset className="card">
      <legend className="vh">Permanent address</legend>
      <div className="card-h">
        <h2>Permanent address</h2>
      </div>
      <div className="card-b grid g2">
        <TextField
          label="Street and number"
          autoComplete="off"
          {...useField('permanentAddress.addressLine1')}
        />
        <TextField
          label="Further address line"
          optional
          autoComplete="off"
          {...useField('permanentAddress.addressLine2')}
        />
        <TextField
          label="Postal code"
          optional
          autoComplete="off"
          {...useField('permanentAddress.postalCode')}
        />
        <TextField label="City" autoComplete="off" {...useField('permanentAddress.city')} />
        <TextField
          label="State or region"
          optional
          autoComplete="off"
          {...useField('permanentAddress.state')}
        />
        <CountryField name="permanentAddress.country" label="Country" />
      </div>
    </fieldset>
  )
}
