import { TextField } from '../../../ui/controls/text-input.tsx'
import { useZone } from '../../../ui/display/time.tsx'
import type { Zone } from '../../../ui/format/times.ts'

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
  const where = zone === 'utc' ? 'In UTC.' : 'In your time zone.'
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
  const at = Date.parse(zone === 'utc' ? `${value}Z` : value)
  return value === '' || Number.isNaN(at) ? undefined : at
}

/** A moment as the browser's field writes it. */
export function fieldOfMoment(at: number, zone: Zone): string {
  const offsetMs = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 16)
}
