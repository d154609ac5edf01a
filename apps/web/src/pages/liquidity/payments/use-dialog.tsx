import { useState } from 'react'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { liquidity, queries } from '../../../api/call.ts'
import {
  type LiquidityPayment,
  liquidityKey,
  type ReserveFrame,
} from '../../../api/queries/liquidity.ts'
import { partnersKey } from '../../../api/queries/partners.ts'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { shortAddress } from '../../../ui/display/values.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  payment: LiquidityPayment
  frames: readonly ReserveFrame[]
  onClose: () => void
}

const credited = 'credit'

/** What a payment that fits nothing is used for: the fee of a quote that it can pay, or the payments account. */
export function UseDialog({ payment, frames, onClose }: Props) {
  const { isBusy, error, use } = useUse(payment, onClose)
  const [chosen, setChosen] = useState(frames[0]?.id ?? credited)
  const isCredit = chosen === credited
  return (
    <FormDialog
      title={t('Use {amount}', { amount: amountText(payment.amount, payment.asset) })}
      description={t('What it is used for now cannot be changed later.')}
      button={isCredit ? t('Credit to payments account') : t('Use as fee')}
      isBusy={isBusy}
      onSubmit={() => use(isCredit ? undefined : chosen)}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Use it for')}
        options={[
          ...frames.map((frame) => ({
            value: frame.id,
            label: t('Use as fee of {frame}', { frame: shortAddress(frame.id) }),
            text: feeText(payment, frame),
          })),
          {
            value: credited,
            label: t('Credit to payments account'),
            text: t('It is added to the balance that pays your fees.'),
          },
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <Refused title={t('The payment was not used')} error={error} />
    </FormDialog>
  )
}

function feeText({ amount }: LiquidityPayment, frame: ReserveFrame): string {
  const { feeAmount } = frame.fees
  const values = {
    amount: amountText(frame.amount, frame.asset),
    fee: amountText(feeAmount, frame.asset),
  }
  return amount > feeAmount
    ? t(
        'The frame of {amount} is accepted. Its fee is {fee}; what is too much goes to the payments account.',
        values,
      )
    : t('The frame of {amount} is accepted. Its fee is {fee}.', values)
}

function useUse({ paymentId, transactionHash }: LiquidityPayment, onClose: () => void) {
  const done = async (title: string) => {
    onClose()
    toast({ tone: 'done', title })
    await queries.invalidateQueries({ queryKey: liquidityKey })
    await queries.invalidateQueries({ queryKey: partnersKey })
  }
  const credit = useAction(liquidity.creditPayment, {
    onDone: () => done(t('The payment was credited')),
  })
  const accept = useAction(liquidity.acceptReserve, { onDone: () => done(t('The fee was taken')) })
  return {
    isBusy: credit.isBusy || accept.isBusy,
    error: credit.error ?? accept.error,
    use: (reserveFrameId: string | undefined) => {
      credit.forget()
      accept.forget()
      if (reserveFrameId === undefined) credit.send({ body: { paymentId } })
      else accept.send({ body: { reserveFrameId, feeTxnHash: transactionHash } })
    },
  }
}
