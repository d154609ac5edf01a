import { Checkbox, TextField } from '../../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { FieldError } from '../../../../ui/controls/field.tsx'
import type { Draft, DraftProblems } from './draft.ts'
import { days, type Hours, type Weekday } from './policy-form.ts'
import { t } from '../../../../messages/text.ts'

type Props = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  problems: DraftProblems
}

const dayNames: Record<Weekday, string> = {
  mon: t('Mon'),
  tue: t('Tue'),
  wed: t('Wed'),
  thu: t('Thu'),
  fri: t('Fri'),
  sat: t('Sat'),
  sun: t('Sun'),
}

/** Days and hours in a zone of their own, because a policy does not move with who looks at it. */
export function HoursFields({ draft, change, problems }: Props) {
  const { onlyHours, hours } = draft
  const set = (part: Partial<Hours>) => change({ hours: { ...hours, ...part } })
  return (
    <>
      <Checkbox
        label={t('Only at these times')}
        checked={onlyHours}
        onChange={(event) => change({ onlyHours: event.target.checked })}
      />
      {onlyHours ? (
        <>
          <fieldset className="row flex-wrap" aria-label={t('Days')}>
            {days.map((day) => (
              <Checkbox
                key={day}
                label={dayNames[day]}
                checked={hours.days.includes(day)}
                onChange={(event) =>
                  set({
                    days: days.filter((item) =>
                      item === day ? event.target.checked : hours.days.includes(item),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
          {problems['days'] ? <FieldError>{problems['days']}</FieldError> : null}
          <div className="policy-row">
            <TextField
              label={t('From##time')}
              type="time"
              value={hours.from}
              error={problems['hours']}
              onChange={(event) => set({ from: event.target.value })}
            />
            <TextField
              label={t('Until')}
              type="time"
              value={hours.to}
              onChange={(event) => set({ to: event.target.value })}
            />
            <Combobox
              label={t('Zone')}
              options={zonesWith(hours.zone)}
              value={hours.zone}
              onChange={(zone) => set({ zone })}
            />
          </div>
          {hours.from > hours.to ? (
            <p className="hint">
              {t('This span goes over midnight; each part counts for its own day.')}
            </p>
          ) : null}
        </>
      ) : null}
    </>
  )
}

function zonesWith(chosen: string) {
  const all = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...all].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
