import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { accounts, call } from '../../api/call.ts'
import { errorText, isApiError } from '../../api/errors.ts'
import { useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import type { FundingAccount } from '../../components/funding-columns.tsx'
import { KycRequired } from './kyc-required.tsx'
import { consequenceText } from './words.ts'

type Change = 'activate' | 'deactivate'
type Props = { account: FundingAccount; change: Change; onClose: () => void }

const words = {
  activate: { title: 'Activate this funding account?', button: 'Activate account' },
  deactivate: { title: 'Deactivate this funding account?', button: 'Deactivate account' },
}

/** Says what happens to money before the account is switched. */
export function FundingDialog({ account, change, onClose }: Props) {
  const form = useId()
  const [reason, setReason] = useState('')
  const toggle = useToggleFunding(change, onClose)
  const { title, button } = words[change]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { fundingAccountId, version } = account
    toggle.mutate({ fundingAccountId, reason: reason.trim(), version })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={consequenceText(account, change)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={change === 'deactivate' ? 'danger-filled' : 'primary'}
            type="submit"
            form={form}
            busy={toggle.isPending}
          >
            {button}
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        <TextField
          label="Reason"
          optional
          hint="Stands in the record and in the audit log."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {isApiError(toggle.error, 'KYC_REQUIRED') ? (
          <KycRequired entityId={account.entityId} />
        ) : toggle.error ? (
          <Notice tone="fail" alert title="Nothing was changed">
            {errorText(toggle.error)}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  )
}

function useToggleFunding(change: Change, onDone: () => void) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  return useMutation({
    mutationFn: (asked: { fundingAccountId: string; reason: string; version: number }) => {
      const { fundingAccountId, reason } = asked
      // The version makes the second switch of the same account another action.
      const options = { idempotencyKey: keyOf(asked) }
      return change === 'activate'
        ? call(accounts.activateFunding, { body: { fundingAccountId, reason } }, options)
        : call(accounts.deactivateFunding, { body: { fundingAccountId, reason } }, options)
    },
    onSuccess: async ({ message, data }) => {
      onDone()
      const count = data.affectedRoutes.length
      toast({
        tone: 'done',
        title: message ?? 'The funding account was changed',
        ...(count > 0 ? { text: `Pay-in routes affected: ${count}.` } : {}),
      })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
}
