import { TextField } from '../controls/text-input.tsx'

type Props = { value: string; onChange: (reason: string) => void }

/** Why a person does it. */
export function ReasonField({ value, onChange }: Props) {
  return (
    <TextField
      label="Reason"
      optional
      hint="Stands in the record and in the audit log."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
