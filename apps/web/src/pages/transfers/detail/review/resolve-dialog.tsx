import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { type AnswerOf, transfers } from '../../../../api/call.ts'
import { type Transfer, reviewQuery } from '../../../../api/queries/transfers.ts'
import { useAction, Refused } from '../../../../features/actions/action.tsx'
import { payeeCheckText } from '../../../../features/accounts/payees/payee-check.ts'
import { CodeField } from '../../../../ui/controls/code-field.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { useAfterAction } from '../actions/use-after-action.ts'
import { refusalSentence, type Resolution, resolutionLabels } from './review-labels.ts'
import { t } from '../../../../messages/text.ts'

type Props = { transfer: Transfer; action: Resolution; onClose: () => void }

/** Decides about money that does not fit: what would happen stands here before it does. */
export function ResolveDialog({ transfer, action, onClose }: Props) {
  const { executionId } = transfer
  const [code, setCode] = useState('')
  const after = useAfterAction(transfer, onClose)
  const resolve = useAction(transfers.resolve, { onDone: after })
  const { data } = useQuery(reviewQuery(executionId)).data ?? {}
  const { title, button, consequence } = resolutionLabels[action]
  const isAccepting = action === 'ACCEPT_RECEIVED'
  const needsCode = isAccepting && data?.price?.verificationRequired === true
  const isRefused = isAccepting && data !== undefined && data.price === undefined
  const send = () =>
    resolve.send({
      params: { executionId },
      body: { action, ...(code.trim() === '' ? {} : { verificationCode: code.trim() }) },
    })
  return (
    <FormDialog
      title={title}
      description={consequence}
      button={button}
      isDangerous={action === 'RETURN' || action === 'PAY_AS_IS'}
      icon={<Fingerprint />}
      isBusy={resolve.isBusy}
      disabledReason={isRefused ? refusalSentence(data.priceRefusal) : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      {data ? <Consequence action={action} data={data} transfer={transfer} /> : <SkeletonLines />}
      {needsCode ? (
        <CodeField
          label={t('Code')}
          hint={t(
            'More arrived than the payer confirmed. Continue without a code to have one sent to the payer.',
          )}
          optional
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      <Refused title={t('The review was not decided')} error={resolve.error} />
    </FormDialog>
  )
}

type Details = AnswerOf<typeof transfers.review>['data']

const sumOf = ({ amount, currency }: { amount: number; currency: string }) =>
  amountText(amount, currency)

function Consequence({
  action,
  data,
  transfer,
}: {
  action: Resolution
  data: Details
  transfer: Transfer
}) {
  const { received, quoted, price, priceRefusal } = data
  const row = (label: string, value: string) => (
    <div>
      <dt>{label}</dt>
      <dd className="numeric">{value}</dd>
    </div>
  )
  if (action === 'ACCEPT_RECEIVED' && !price)
    return <Notice tone="fail">{refusalSentence(priceRefusal)}</Notice>
  return (
    <dl className="facts">
      {row(t('Quoted'), sumOf(quoted))}
      {row(t('Arrived'), sumOf(received))}
      {action === 'ACCEPT_RECEIVED' && price ? (
        <>
          {row(t('Fees'), sumOf(price.totalFees))}
          {row(
            t('Rate'),
            `1 ${received.currency} = ${price.exchangeRate} ${price.outAmount.currency}`,
          )}
          {row(t('{name} gets', { name: transfer.to.fullName }), sumOf(price.outAmount))}
        </>
      ) : null}
      {action === 'PAY_QUOTED' ? (
        <>
          {row(t('{name} gets', { name: transfer.to.fullName }), sumOf(transfer.to))}
          {row(t('Goes back'), amountText(received.amount - quoted.amount, received.currency))}
        </>
      ) : null}
      {action === 'PAY_AS_IS' && transfer.payeeCheck ? (
        <>
          {row(t('Name of the payee'), transfer.payeeCheck.askedName)}
          {row(t('Name at the bank'), payeeCheckText(transfer.payeeCheck))}
        </>
      ) : null}
      {action === 'RETURN' ? row(t('Goes back'), sumOf(received)) : null}
    </dl>
  )
}
