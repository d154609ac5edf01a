import type { FieldFormState } from './use-field-form.ts'
import type { FieldGroup } from './values.ts'
import { FieldInput } from './widgets.tsx'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

/** Every group with its inputs in the look of cards; a form around it sends it by `state.submit`. */
export function FieldForm({ state }: { state: FieldFormState }) {
  return state.groups.map((group) => <Group key={group.key} group={group} state={state} />)
}

/** Inputs without a card of their own, for a form inside of another box. */
export function PlainFields({ state }: { state: FieldFormState }) {
  return state.groups.map((group) => (
    <fieldset key={group.key}>
      <legend className={group.title ? 'strong mb-2' : 'visually-hidden'}>
        {group.title ? serviceText(group.title) : t('Details')}
      </legend>
      <Inputs group={group} state={state} />
    </fieldset>
  ))
}

function Group({ group, state }: { group: FieldGroup; state: FieldFormState }) {
  const title = serviceText(group.title)
  return (
    <fieldset className="card">
      <legend className="visually-hidden">{title}</legend>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <div className="card-body">
        <Inputs group={group} state={state} />
      </div>
    </fieldset>
  )
}

function Inputs({ group, state }: { group: FieldGroup; state: FieldFormState }) {
  return (
    <div className="grid grid-2">
      {group.fields.map((field) => (
        <FieldInput key={field.key} field={field} state={state} />
      ))}
    </div>
  )
}
