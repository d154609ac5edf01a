import { stepStates } from '@corridor/domain'
import { codeLabel, serviceText } from '../../messages/service.ts'
import { useState } from 'react'
import { sandbox } from '../../api/call.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { SelectField } from '../../ui/controls/inputs.tsx'
import { stepName } from '../transfers/labels.ts'
import { Control, useControl } from './control.tsx'
import { t } from '../../messages/text.ts'

/** Decides a review as the service's own people would. */
export function TransferReview({ executionId }: { executionId: string }) {
  const state = useControl(sandbox.reviewTransfer, ({ message }) =>
    message ? serviceText(message) : t('Review decided'),
  )
  const input = (decision: 'APPROVED' | 'REJECTED' | 'INFORMATION_REQUIRED') => ({
    params: { executionId },
    body: { decision },
  })
  return (
    <Control
      title={t('Decide the review')}
      text={t('As Corridor would. After a rejection the money is returned to the payer.')}
      state={state}
      refused={t('The review was not decided')}
      choices={[
        { label: t('Approve review'), input: input('APPROVED') },
        { label: t('Ask a question'), input: input('INFORMATION_REQUIRED') },
        { label: t('Reject review'), input: input('REJECTED'), variant: 'danger' },
      ]}
    />
  )
}

/** One of each family of failures; the service knows more. */
const failures = [
  'BENEFICIARY_ACCOUNT_CLOSED',
  'COMPLIANCE_SCREENING_HIT',
  'LIMIT_DAILY',
  'RAIL_REJECTED',
  'CHAIN_REVERTED',
  'INTERNAL_ERROR',
]
const decidedAtOnce = ['quote_locked', 'approval', 'signature_verified']

/** Has a step fail once it is reached; nothing where none is to come. */
export function TransferFailure({ transfer }: { transfer: Transfer }) {
  const { executionId, details } = transfer
  const steps = details.filter(
    ({ name, status }) => stepStates[status].isOpen && !decidedAtOnce.includes(name),
  )
  const [chosen, setChosen] = useState('')
  const [failureCode, setFailureCode] = useState('BENEFICIARY_ACCOUNT_CLOSED')
  const state = useControl(sandbox.failTransfer, ({ message }) =>
    message ? serviceText(message) : t('The step fails when it is reached'),
  )
  const step = (steps.find(({ name }) => name === chosen) ?? steps.at(-1))?.name
  if (step === undefined) return null
  return (
    <Control
      title={t('Fail a step')}
      state={state}
      refused={t('Nothing will fail')}
      choices={[
        {
          label: t('Fail step'),
          variant: 'danger',
          input: { params: { executionId }, body: { step, failureCode } },
        },
      ]}
    >
      <SelectField
        label={t('Step')}
        options={steps.map(({ name }) => ({ value: name, label: stepName(name) }))}
        value={step}
        onChange={(event) => setChosen(event.target.value)}
      />
      <SelectField
        label={t('Failure')}
        options={failures.map((code) => ({ value: code, label: codeLabel(code) }))}
        value={failureCode}
        onChange={(event) => setFailureCode(event.target.value)}
      />
    </Control>
  )
}
