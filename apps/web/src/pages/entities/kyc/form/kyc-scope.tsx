import { useQuery } from '@tanstack/react-query'
import { jurisdictionsQuery } from '../../../../api/queries/accounts.ts'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Checkbox, RadioGroup } from '../../../../ui/controls/inputs.tsx'
import type { Capability, Level } from '../../../../api/queries/kyc.ts'
import type { Scope } from './use-requirements.ts'
import { t } from '../../../../messages/text.ts'
import { serviceText } from '../../../../messages/service.ts'

const levels = [
  { value: 'STANDARD', label: t('Standard') },
  { value: 'ENHANCED', label: t('Enhanced') },
] as const
const reaches = [
  { value: 'all', label: t('All jurisdictions') },
  { value: 'some', label: t('Selected jurisdictions') },
] as const

type Props = {
  capabilities: readonly Capability[]
  scope: Scope
  /** Selected jurisdictions are picked even while none is. */
  picking: boolean
  onPicking: (picking: boolean) => void
  onChange: (scope: Scope) => void
}

/** For where and how thoroughly the customer is to be verified; the questions follow from it. */
export function ScopeCard({ capabilities, scope, picking, onPicking, onChange }: Props) {
  const { data } = useQuery(jurisdictionsQuery)
  const offered = [...new Set(capabilities.map((capability) => capability.jurisdictionId))]
  const nameOf = (id: string) => serviceText(data?.data.find((item) => item.id === id)?.name ?? id)
  const chosen = new Set(scope.jurisdictionIds)
  const toggle = (id: string, on: boolean) =>
    onChange({
      ...scope,
      jurisdictionIds: offered.filter((item) => (item === id ? on : chosen.has(item))),
    })
  return (
    <Card title={t('What to verify for')}>
      <div className="grid">
        <div className="row flex-wrap gap-8">
          <RadioGroup
            label={t('Verify for')}
            look="segment"
            options={reaches}
            value={picking ? 'some' : 'all'}
            onChange={(value) => {
              onPicking(value === 'some')
              if (value === 'all') onChange({ ...scope, jurisdictionIds: [] })
            }}
          />
          <RadioGroup
            label={t('Level')}
            look="segment"
            options={levels}
            value={scope.level}
            onChange={(value) => onChange({ ...scope, level: value as Level })}
          />
        </div>
        {picking ? (
          <fieldset>
            <legend className="field-label mb-1">{t('Jurisdictions')}</legend>
            <div className="choice-grid">
              {offered.map((id) => (
                <Checkbox
                  key={id}
                  label={nameOf(id)}
                  checked={chosen.has(id)}
                  onChange={(event) => toggle(id, event.target.checked)}
                />
              ))}
            </div>
            {chosen.size === 0 ? (
              <p className="hint mt-1">
                {t('Until you select one, the questions cover all jurisdictions.')}
              </p>
            ) : null}
          </fieldset>
        ) : null}
      </div>
    </Card>
  )
}
