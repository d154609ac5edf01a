import { sandbox } from '../../../api/call.ts'
import type { WaitingPayment } from '../../../api/queries/bank-payments.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

type Props = { payment: WaitingPayment; decision: 'PART' | 'JOIN'; onClose: () => void }

/** Decides in a sandbox, as the operator would, whether money is a payment of its own. */
export function DecideDialog({ payment, decision, onClose }: Props) {
  const { paymentId, amount } = payment
  const isTwo = decision === 'PART'
  const decide = useAction(sandbox.decidePayment, {
    onDone: onClose,
    done: isTwo ? t('They are two payments') : t('It is one payment'),
    stale: ['payin-routes'],
  })
  const values = { amount: amountText(amount.amount, amount.currency) }
  return (
    <ReasonDialog
      title={isTwo ? t('Are these two payments?') : t('Is this one payment?')}
      description={
        isTwo
          ? t('{amount} becomes a deposit of its own.', values)
          : t('Nothing more is credited: the deposit has both messages.')
      }
      button={isTwo ? t('Two payments') : t('One payment')}
      isDangerous={false}
      isRequired
      isBusy={decide.isBusy}
      onConfirm={(reason) => decide.send({ params: { paymentId }, body: { decision, reason } })}
      onClose={onClose}
      problem={<Refused title={t('Nothing was decided')} error={decide.error} />}
    />
  )
}
