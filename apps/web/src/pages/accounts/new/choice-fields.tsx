import { useQuery } from '@tanstack/react-query'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { RadioGroup, SelectField } from '../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { type Choice, keyOfType, typeHint, typeLabel } from './account-body.ts'
import { type AccountType, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

export type ChoiceErrors = Partial<
  Record<'entityId' | 'jurisdictionId' | 'ownership' | 'type', string>
>

type Props = {
  choice: Choice
  types: readonly AccountType[]
  typeKey: string
  errors: ChoiceErrors
  onChange: (next: Partial<Choice>) => void
}

const owners = [
  { value: 'SELF', label: t('Own'), text: t('The entity holds it itself') },
  { value: 'THIRD_PARTY', label: t('Third party'), text: t('Someone the entity pays') },
] as const

/** Above this many ways they are chosen from a list. */
const cardsMax = 3

/** What decides which fields are asked for. */
export function ChoiceFields({ choice, types, typeKey, errors, onChange }: Props) {
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? []
  return (
    <Card title={t('Whose and where')}>
      <div className="grid">
        <div className="grid grid-2">
          <EntityCombobox
            value={choice.entityId}
            onChange={(entityId) => onChange({ entityId })}
            error={errors.entityId}
          />
          <Combobox
            label={t('Jurisdiction')}
            options={jurisdictions.map(({ id, name, currency, status }) => ({
              value: id,
              label: serviceText(name),
              sub: currency,
              disabledReason: status === 'PAUSED' ? t('Paused at the moment') : undefined,
            }))}
            value={choice.jurisdictionId}
            onChange={(jurisdictionId) => onChange({ jurisdictionId })}
            placeholder={t('Type to search')}
            error={errors.jurisdictionId}
          />
        </div>
        <RadioGroup
          label={t('Whose account')}
          options={owners}
          value={choice.ownership}
          onChange={(value) =>
            onChange({ ownership: value === 'THIRD_PARTY' ? 'THIRD_PARTY' : 'SELF' })
          }
          error={errors.ownership}
        />
        <TypeChoice {...{ types, typeKey, errors, onChange }} />
      </div>
    </Card>
  )
}

/** The kind of account and the rail that reaches it, where there is more than one. */
function TypeChoice({ types, typeKey, errors, onChange }: Omit<Props, 'choice'>) {
  const [only] = types
  if (types.length < 2 && !errors.type) {
    return only ? (
      <p className="hint">
        {typeLabel(only)}. {typeHint(only)}.
      </p>
    ) : null
  }
  if (types.length <= cardsMax) {
    return (
      <RadioGroup
        label={t('Type and rail')}
        options={types.map((type) => ({
          value: keyOfType(type),
          label: typeLabel(type),
          text: typeHint(type),
        }))}
        value={typeKey}
        onChange={(key) => onChange({ typeKey: key })}
        error={errors.type}
      />
    )
  }
  const chosen = types.find((type) => keyOfType(type) === typeKey)
  return (
    <SelectField
      label={t('Type and rail')}
      options={types.map((type) => ({ value: keyOfType(type), label: typeLabel(type) }))}
      hint={chosen ? `${typeHint(chosen)}.` : undefined}
      value={typeKey}
      onChange={(event) => onChange({ typeKey: event.target.value })}
      error={errors.type}
    />
  )
}
