import { TextField } from '../controls/inputs.tsx'
import { t } from '../../messages/text.ts'

type Props = { value: string; onChange: (reason: string) => void; isRequired?: boolean }

/** Why a person does it. */
export function ReasonField({ value, onChange, isRequired = false }: Props) {
  return (
    <TextField
      label={t('Reason')}
      optional={!isRequired}
      required={isRequired}
      hint={t('Saved to the audit log.')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
