import { Field } from '../../ui/controls/field.tsx'
import { t } from '../../messages/text.ts'

/** From where a key may be used, one address or network a line. */
export function NetworksField({
  value,
  onChange,
}: {
  value: string
  onChange: (text: string) => void
}) {
  return (
    <Field
      label={t('Allowed addresses')}
      optional
      hint={t(
        'One address or network a line, such as 203.0.113.7 or 2001:db8::/32. Empty: everywhere.',
      )}
    >
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
