import { useState } from 'react'
import { sandbox } from '../../api/call.ts'
import type { ExternalDetail } from '../../api/queries/accounts.ts'
import { SelectField } from '../../ui/controls/select.tsx'
import { codeLabel } from '../../ui/format/status.ts'
import { Control, useControl } from './control.tsx'

/** Decides a verification as the service's own people would. */
export function KycDecision({ entityId }: { entityId: string }) {
  const state = useControl(
    sandbox.decideKyc,
    ({ data }) => `Verification: ${codeLabel(data.kycStatus).toLowerCase()}`,
  )
  const input = (decision: 'APPROVED' | 'REJECTED' | 'INFORMATION_REQUIRED') => ({
    params: { entityId },
    body: { decision },
  })
  return (
    <Control
      title="Decide verification"
      text="As Corridor’s review would. Approving opens every jurisdiction for this customer."
      state={state}
      refused="The verification was not decided"
      choices={[
        { label: 'Approve', input: input('APPROVED') },
        { label: 'Ask for more', input: input('INFORMATION_REQUIRED') },
        { label: 'Reject', input: input('REJECTED'), variant: 'danger' },
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
  const status = statuses.find((one) => one === chosen) ?? 'ENABLED'
  const state = useControl(
    sandbox.setAccountStatus,
    ({ data }) => `The account is ${codeLabel(data.status).toLowerCase()}`,
  )
  return (
    <Control
      title="Set account status"
      state={state}
      refused="The status was not set"
      choices={[
        { label: 'Set status', input: { params: { accountId }, body: { status, reason: 'TEST' } } },
      ]}
    >
      <SelectField
        label="Status"
        options={statuses.map((value) => ({ value, label: codeLabel(value) }))}
        value={status}
        onChange={(event) => setChosen(event.target.value)}
      />
    </Control>
  )
}
