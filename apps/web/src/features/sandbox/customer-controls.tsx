import { codeLabel, codeText } from '../../messages/service.ts'
import { useState } from 'react'
import { sandbox } from '../../api/call.ts'
import type { ExternalDetail } from '../../api/queries/accounts.ts'
import { SelectField } from '../../ui/controls/inputs.tsx'
import { Control, useControl } from './control.tsx'
import { t } from '../../messages/text.ts'

/** Decides a verification as the service's own people would. */
export function KycDecision({ entityId }: { entityId: string }) {
  const state = useControl(sandbox.decideKyc, ({ data }) =>
    t('Verification: {state}', { state: codeText(data.kycStatus) }),
  )
  const input = (decision: 'APPROVED' | 'REJECTED' | 'INFORMATION_REQUIRED') => ({
    params: { entityId },
    body: { decision },
  })
  return (
    <Control
      title={t('Decide verification')}
      text={t('As Corridor’s review would. Approving opens every jurisdiction for this customer.')}
      state={state}
      refused={t('The verification was not decided')}
      choices={[
        { label: t('Approve'), input: input('APPROVED') },
        { label: t('Ask for more'), input: input('INFORMATION_REQUIRED') },
        { label: t('Reject'), input: input('REJECTED'), variant: 'danger' },
      ]}
    />
  )
}

const statuses = [
  'ENABLED',
  'DISABLED',
  'PENDING_VERIFICATION',
  'VERIFICATION_FAILED',
  'NEEDS_RELINK',
] as const

/** Gives an account a status, as its bank would. */
export function AccountStatus({ account }: { account: ExternalDetail }) {
  const { accountId } = account
  const [chosen, setChosen] = useState<string>(account.status)
  const status = statuses.find((item) => item === chosen) ?? 'ENABLED'
  const state = useControl(sandbox.setAccountStatus, ({ data }) =>
    t('The account is {state}', { state: codeText(data.status) }),
  )
  return (
    <Control
      title={t('Set account status')}
      state={state}
      refused={t('The status was not set')}
      choices={[
        {
          label: t('Set status'),
          input: { params: { accountId }, body: { status, reason: 'TEST' } },
        },
      ]}
    >
      <SelectField
        label={t('Status')}
        options={statuses.map((value) => ({ value, label: codeLabel(value) }))}
        value={status}
        onChange={(event) => setChosen(event.target.value)}
      />
    </Control>
  )
}
