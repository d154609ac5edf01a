import type { LiquidityPayment, ReserveFrame } from '../../../api/queries/liquidity.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { part } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { t } from '../../../messages/text.ts'

const UseDialog = part(() => import('./use-dialog.tsx'), 'UseDialog')

type Props = {
  payment: LiquidityPayment
  /** Quoted frames whose fee it can be. */
  frames: readonly ReserveFrame[]
}

/** What can be done with a payment that fits nothing. */
export function PaymentActions({ payment, frames }: Props) {
  return (
    <DialogButton
      size="s"
      aria-label={t('Use it, {amount}', { amount: amountText(payment.amount, payment.asset) })}
      dialog={(close) => <UseDialog {...{ payment, frames }} onClose={close} />}
    >
      {t('Use it')}
    </DialogButton>
  )
}
