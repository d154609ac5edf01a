import { SelectField } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { useZone } from '../../../ui/display/time.tsx'

export type Since = { preset: string; custom: string }

const presets = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
  { value: 'custom', label: 'Another time' },
]

const hourMs = 3_600_000

/** The instant as the API takes it; undefined while none is given. A typed time is of the user's zone. */
export function sinceOf({ preset, custom }: Since, now: number): string | undefined {
  if (preset !== 'custom') return new Date(now - Number(preset) * hourMs).toISOString()
  const at = Date.parse(custom)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
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
  const suffix = zone === 'utc' ? 'Z' : ''
  return (
    <>
      <SelectField
        label="Events of"
        options={presets}
        value={value.preset}
        onChange={(event) => onChange({ ...value, preset: event.target.value })}
      />
      {value.preset === 'custom' ? (
        <TextField
          label="Since"
          type="datetime-local"
          hint={zone === 'utc' ? 'In UTC.' : 'In your time zone.'}
          value={value.custom.replace(/Z$/, '')}
          onChange={(event) =>
            onChange({ ...value, custom: event.target.value && `${event.target.value}${suffix}` })
          }
        />
      ) : null}
    </>
  )
}
