import { TextField } from '../../../ui/controls/inputs.tsx'
import { useZone } from '../../../ui/display/values.tsx'
import { instantOf, offsetMs, wallTime, type Zone, zoneHint } from '../../../ui/format/zones.ts'

type Props = {
  label: string
  /** As the browser writes it, without a zone: `2026-11-22T18:00`. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  optional?: boolean
}

/** A day and time in the person's zone. */
export function MomentField({ label, value, onChange, error, hint, optional }: Props) {
  const zone = useZone()
  const where = zoneHint(zone)
  return (
    <TextField
      label={label}
      type="datetime-local"
      optional={optional}
      error={error}
      hint={hint ? `${hint} ${where}` : where}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The moment that was chosen in a zone, in milliseconds; undefined where none is. */
export function momentOf(value: string, zone: Zone): number | undefined {
  const shown = Date.parse(`${value}Z`)
  return value === '' || Number.isNaN(shown) ? undefined : instantOf(wallTime(shown, 'utc'), zone)
}

/** A moment as the browser's field writes it. */
export function fieldOfMoment(at: number, zone: Zone): string {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16)
}
