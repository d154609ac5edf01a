import { SelectField } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { useZone } from '../../../ui/display/time.tsx'
import { instantOf, wallTime, type Zone, zoneHint } from '../../../ui/format/zones.ts'
import { t } from '../../../messages/text.ts'

export type Since = { preset: string; custom: string }

const presets = [
  { value: '1', label: t('The last hour') },
  { value: '24', label: t('The last 24 hours') },
  { value: '168', label: t('The last 7 days') },
  { value: '720', label: t('The last 30 days') },
  { value: 'custom', label: t('Another time') },
]

const hourMs = 3_600_000

/** The instant as the API takes it; undefined while none is given. A typed time is of the user's zone. */
export function sinceOf({ preset, custom }: Since, now: number, zone: Zone): string | undefined {
  if (preset !== 'custom') return new Date(now - Number(preset) * hourMs).toISOString()
  const shown = Date.parse(`${custom}Z`)
  if (Number.isNaN(shown)) return undefined
  return new Date(instantOf(wallTime(shown, 'utc'), zone)).toISOString()
}

/** Whether a time is given. */
export const isSince = ({ preset, custom }: Since): boolean =>
  preset !== 'custom' || !Number.isNaN(Date.parse(custom))

/** From when on: one of the usual spans, or a day and time. */
export function SinceFields({
  value,
  onChange,
}: {
  value: Since
  onChange: (next: Since) => void
}) {
  const zone = useZone()
  return (
    <>
      <SelectField
        label={t('Events of')}
        options={presets}
        value={value.preset}
        onChange={(event) => onChange({ ...value, preset: event.target.value })}
      />
      {value.preset === 'custom' ? (
        <TextField
          label={t('Since')}
          type="datetime-local"
          hint={zoneHint(zone)}
          value={value.custom}
          onChange={(event) => onChange({ ...value, custom: event.target.value })}
        />
      ) : null}
    </>
  )
}
