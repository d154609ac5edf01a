import { useState } from 'react'
import type { LiquidityPayment, ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const UseDialog = part(() => import('./use-dialog.tsx'), 'UseDialog')

type Props = {
  payment: LiquidityPayment
  /** Quoted frames whose fee it can be. */
  frames: readonly ReserveFrame[]
}

/** What can be done with a payment that fits nothing. */
export function PaymentActions({ payment, frames }: Props) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button
        size="s"
        aria-haspopup="dialog"
        aria-label={t('Use it, {amount}', { amount: amountText(payment.amount, payment.asset) })}
        onClick={() => setAsks(true)}
      >
        {t('Use it')}
      </Button>
      {asks ? <UseDialog {...{ payment, frames }} onClose={() => setAsks(false)} /> : null}
    </>
  )
}
