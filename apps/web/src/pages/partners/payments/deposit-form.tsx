import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { partners } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { readProof } from './deposit-proof.ts'
import { partnersKey } from '../../../api/queries/partners.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

/** Credits a payment that was made: its hash, and proof that whoever sends it in has sent the money. */
export function DepositForm() {
  const { form, onSubmit, isBusy } = useDepositForm()
  const { values, errors, set, problem, element } = form
  const missing = useMissingPermission('partners:write')
  return (
    <Card title={t('Credit a payment')} className="self-start">
      <form ref={element} className="grid" noValidate onSubmit={onSubmit}>
        <p className="muted">
          {t(
            'After the payment is final, sign its transaction hash as a message with the wallet that paid. Each payment counts once, for the amount that the chain shows.',
          )}
        </p>
        <TextField
          label={t('Transaction hash')}
          mono
          autoComplete="off"
          spellCheck={false}
          value={values.transactionHash}
          error={errors.transactionHash}
          onChange={(event) => set({ transactionHash: event.target.value })}
        />
        <TextField
          label={t('Signature')}
          hint={t(
            'What the wallet returns, as Base64 or hexadecimal. Wallets call it a personal message (EIP-191).',
          )}
          mono
          autoComplete="off"
          spellCheck={false}
          value={values.base64Signature}
          error={errors.base64Signature}
          onChange={(event) => set({ base64Signature: event.target.value })}
        />
        {problem ? (
          <Notice tone="fail" alert title={t('Nothing was credited')}>
            {problem.lines.join(' ')}
          </Notice>
        ) : null}
        <div className="row">
          <Button variant="primary" type="submit" busy={isBusy} disabledReason={missing}>
            {t('Credit payment')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function useDepositForm() {
  const form = useFixedForm({
    start: { transactionHash: '', base64Signature: '' },
    check: (typed) => {
      const read = readProof(typed)
      return read.ok ? {} : read.problems
    },
  })
  const deposit = useAction(partners.paymentsDeposit, {
    onDone: async ({ data }) => {
      form.clear()
      const sum = amountText(data.amount, data.currency)
      toast({
        tone: data.status === 'CREDITED' ? 'done' : 'wait',
        title:
          data.status === 'CREDITED'
            ? t('{sum} credited', { sum })
            : t('{sum} seen, not final yet', { sum }),
        text: data.message,
      })
      await queries.invalidateQueries({ queryKey: partnersKey })
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((typed) => {
    const read = readProof(typed)
    if (read.ok) deposit.send({ body: read.proof })
  })
  return { form, onSubmit, isBusy: deposit.isBusy }
}
