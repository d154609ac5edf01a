import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { fundingQuery, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { isApiError } from '../../../api/errors.ts'
import { refusalText } from '../../actions/confirmed-call.ts'
import { useFocusOnFirstInvalid } from '../../../ui/controls/focus-invalid.ts'
import { heldText } from '../words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import type { Deposit } from '../../../api/queries/payin-routes.ts'
import { ForwardTo, ReturnTo } from './resolve-where.tsx'
import {
  arrivedAt,
  resolveButtons,
  type ResolveAction,
  resolveOptions,
  returnsTo,
} from './resolve-words.ts'
import { useResolve } from './use-resolve.ts'

type Props = { deposit: Deposit; fundingAccountId: string; onClose: () => void }

const actions: readonly ResolveAction[] = ['FORWARD', 'RETURN', 'HOLD']

/** Decides about a held deposit: what would happen stands here before anything does. */
export function ResolveDialog({ deposit, fundingAccountId, onClose }: Props) {
  const id = useId()
  const [attempts, setAttempts] = useState(0)
  const form = useFocusOnFirstInvalid(attempts)
  const state = useResolve(deposit, onClose)
  const query = useQuery(fundingQuery(fundingAccountId))
  const places = useQuery(jurisdictionsQuery).data?.data
  const funding = query.data && arrivedAt(query.data.data, deposit, places ?? [])
  const { action } = state
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.submit()
    setAttempts(attempts + 1)
  }
  const choose = (value: string) => {
    const chosen = actions.find((one) => one === value)
    if (!chosen || !funding) return
    const known =
      chosen === 'FORWARD'
        ? deposit.destination.externalAccountId
        : returnsTo(deposit, funding.returnPolicy)
    state.choose(chosen, !known)
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`Resolve ${amountText(deposit.amountIn.amount, deposit.amountIn.currency)}`}
      description={heldSentence(deposit)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ResolveButton form={id} action={action} isBusy={state.isBusy} />
        </>
      }
    >
      <form id={id} ref={form} className="grid" noValidate onSubmit={submit}>
        {funding ? (
          <>
            <RadioGroup
              label="What to do"
              options={resolveOptions(deposit)}
              value={action}
              onChange={choose}
              error={state.problems.action}
            />
            {action === 'FORWARD' ? <ForwardTo {...{ deposit, state, funding }} /> : null}
            {action === 'RETURN' ? <ReturnTo {...{ deposit, state, funding }} /> : null}
          </>
        ) : (
          <Unread error={query.error} />
        )}
        <TextField
          label="Reason"
          optional
          hint="Stands in the record and in the audit log."
          value={state.reason}
          onChange={(event) => state.setReason(event.target.value)}
        />
        {state.error ? <Refused error={state.error} /> : null}
      </form>
    </Dialog>
  )
}

type ButtonProps = { form: string; action: ResolveAction | ''; isBusy: boolean }

function ResolveButton({ form, action, isBusy }: ButtonProps) {
  return (
    <Button
      variant={action === 'RETURN' ? 'danger-filled' : 'primary'}
      type="submit"
      form={form}
      icon={action === 'HOLD' || action === '' ? null : <Fingerprint />}
      busy={isBusy}
    >
      {action === '' ? 'Resolve deposit' : resolveButtons[action]}
    </Button>
  )
}

function heldSentence({ sender, heldReason }: Deposit): string {
  const from = sender.name ? `It came from ${sender.name}` : 'Its sender is not known'
  const words = sender.reference ? `${from} with the words “${sender.reference}”.` : `${from}.`
  return `${words} ${heldText(heldReason)}`
}

/** Without its funding account nobody can say where a deposit may go. */
function Unread({ error }: { error: unknown }) {
  if (!error) return <SkeletonLines lines={3} />
  return (
    <Notice tone="fail" alert title="The funding account could not be read">
      {refusalText(error)} Close this and try again.
    </Notice>
  )
}

function Refused({ error }: { error: unknown }) {
  const isConflict = isApiError(error, 'VERSION_CONFLICT')
  return (
    <Notice
      tone={isConflict ? 'hand' : 'fail'}
      alert
      title={isConflict ? 'The deposit was changed meanwhile' : 'Nothing was done with the deposit'}
    >
      {isConflict
        ? 'Nothing was done. What is here now is how it stands; press again if your choice still holds.'
        : refusalText(error)}
    </Notice>
  )
}
