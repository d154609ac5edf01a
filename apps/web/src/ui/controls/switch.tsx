import { t } from '../../messages/text.ts'

type Props = {
  /** What it switches; the word beside it says only whether it is on. */
  label: string
  on: boolean
  /** Asks for the change; it shows once it is done. */
  onAsk: () => void
  /** Says why it cannot be switched. It stays in the tab order, so that the reason can be found. */
  disabledReason?: string | undefined
}

/** On or off, with the word beside it; asks before it changes (role switch). */
export function Switch({ label, on, onAsk, disabledReason }: Props) {
  return (
    <span className="row">
      <span aria-hidden="true">{on ? t('On') : t('Off')}</span>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-label={disabledReason ? `${label}. ${disabledReason}` : label}
        aria-disabled={disabledReason ? true : undefined}
        title={disabledReason}
        onClick={disabledReason ? undefined : onAsk}
      />
    </span>
  )
}
