import { SelectField } from '../../../ui/controls/select.tsx'
import type { Attempt } from '../../../api/queries/webhooks.ts'
import { answerText } from '../../../features/webhooks/labels.ts'

type Props = {
  label?: string
  attempts: readonly Attempt[]
  value: number
  onChange: (number: number) => void
}

/** Which attempt is meant, newest first. */
export function AttemptSelect({ label = 'Attempt', attempts, value, onChange }: Props) {
  return (
    <SelectField
      label={label}
      small
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={attempts.toReversed().map((attempt) => ({
        value: String(attempt.number),
        label: `Attempt ${attempt.number}: ${answerText(attempt)}`,
      }))}
    />
  )
}
