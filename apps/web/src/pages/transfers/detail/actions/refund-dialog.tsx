import { ReasonField } from '../../../../ui/overlays/reason-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { accountsOfQuery } from '../../../../api/queries/accounts.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { decimalText } from '../../../../ui/format/numbers.ts'
import { SelectField, AmountField } from '../../../../ui/controls/inputs.tsx'
import { actionLabels } from './action-labels.ts'
import { parseAmount } from '../../../../ui/format/parse-amount.ts'
import { accountOptions } from './side-accounts.ts'
import { needsTarget, RefundCover, RefundRefused } from './refund-cover.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { TextLink } from '../../../../ui/page/links.tsx'
import { useAfterAction } from './use-after-action.ts'
import { useSourceAsset } from '../../../../features/transfers/use-asset.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'

/** Sends money back to the payer: all that is held, or a chosen amount after a delivery. */
export function RefundDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const state = useRefund(transfer, onClose)
  const { title, button, consequence, failed } = actionLabels('refund', transfer)
  const submit = () => {
    if (!state.submit()) input.current?.focus()
  }
  return (
    <FormDialog
      title={title}
      description={consequence}
      button={button}
      isDangerous
      icon={<Fingerprint />}
      isBusy={state.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {state.isPartial ? (
        <AmountField
          ref={input}
          label={t('Amount')}
          optional
          unit={transfer.from.currency}
          hint={t('Leave empty to refund everything received and not yet refunded.')}
          value={state.typed}
          error={state.problem}
          onChange={(event) => state.setTyped(event.target.value)}
        />
      ) : null}
      {state.isPartial ? <RefundCover currency={transfer.from.currency} /> : null}
      {state.targets.length > 1 ? (
        <SelectField
          label={t('Pay back to')}
          options={state.targets}
          value={state.target}
          error={state.targetProblem}
          onChange={(event) => state.setTarget(event.target.value)}
        />
      ) : null}
      <ReasonField value={state.reason} onChange={state.setReason} />
      {state.targets.length === 1 && state.targetProblem ? (
        <Notice tone="fail" alert title={state.targetProblem}>
          {rich(
            'The payer has no account of their own for {currency} yet. {addOne}, then refund.',
            {
              currency: transfer.from.currency,
              addOne: <TextLink to={paths.entity(transfer.from.entityId)}>{t('Add one')}</TextLink>,
            },
          )}
        </Notice>
      ) : (
        <RefundRefused title={failed} error={state.error} />
      )}
    </FormDialog>
  )
}

function useRefund(transfer: Transfer, onClose: () => void) {
  const { executionId, from, status, refunds } = transfer
  const isPartial = status === 'COMPLETED'
  const asset = useSourceAsset(transfer)
  const { data } = useQuery(accountsOfQuery(from.entityId))
  const own = (data?.data ?? []).filter(({ ownership }) => ownership === 'SELF')
  const targets = [{ value: '', label: t('Whoever sent it') }, ...accountOptions(own, from)]
  const [target, setTarget] = useState('')
  // One name for all tries of this dialog: whatever becomes of an answer, it goes back once.
  const [refundId] = useState(() => `form-${crypto.randomUUID()}`)
  const [typed, setTyped] = useState(refunds.length > 0 ? '' : decimalText(from.amount))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const after = useAfterAction(transfer, onClose)
  const refund = useAction(transfers.refund, { onDone: after })
  const submit = (): boolean => {
    const read = isPartial && typed.trim() !== '' ? parseAmount(typed, asset) : undefined
    if (read && !read.ok) {
      setProblem(read.message)
      return false
    }
    refund.send({
      body: {
        executionId,
        reason: reason.trim(),
        ...(read ? { amount: Number(read.text), refundId } : {}),
        ...(target === '' ? {} : { target }),
      },
    })
    return true
  }
  return {
    isPartial,
    targets,
    target,
    targetProblem:
      target === '' && needsTarget(refund.error)
        ? t('It is not known where the money came from: choose an account of the payer')
        : undefined,
    setTarget,
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      setProblem(undefined)
    },
    reason,
    setReason,
    problem,
    submit,
    isBusy: refund.isBusy,
    error: refund.error,
  }
}
