import { TextField } from '../controls/text-input.tsx'

type Props = { value: string; onChange: (reason: string) => void }

/** Why a person does it. */
export function ReasonField({ value, onChange }: Props) {
  return (
    <TextField
      label="Reason"
      optional
      hint="Saved to the audit log."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
