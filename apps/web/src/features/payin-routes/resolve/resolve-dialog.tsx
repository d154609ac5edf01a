import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Suspense, useState } from 'react'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { isApiError } from '../../../api/errors.ts'
import { refusalText } from '../../actions/action.tsx'
import { useFocusOnFirstInvalid } from '../../../ui/controls/focus-invalid.ts'
import { heldText } from '../labels.ts'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { ApprovalAsked, isAsked } from '../../../ui/page/approval-asked.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { ForwardTo, ReturnTo } from './resolve-where.tsx'
import {
  type Arrival,
  arrivedAt,
  arrivedWithoutAccount,
  resolveActions,
  resolveButtons,
  resolveOptions,
  returnsTo,
} from './resolve-labels.ts'
import { useResolve } from './use-resolve.ts'
import { lazyPart } from '../../../ui/display/part.tsx'
import { q, accounts } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const AssignTo = lazyPart(() => import('./assign-to.tsx'), 'AssignTo')

type Props = { deposit: ResolvableDeposit; fundingAccountId: string; onClose: () => void }

/** Decides about a held deposit: what would happen stands here before anything does. */
export function ResolveDialog({ deposit, fundingAccountId, onClose }: Props) {
  const [attempts, setAttempts] = useState(0)
  const form = useFocusOnFirstInvalid(attempts)
  const state = useResolve(deposit, onClose)
  const query = useQuery({
    ...q(accounts.readFunding, { fundingAccountId }),
    enabled: fundingAccountId !== '',
  })
  const places = useQuery(jurisdictionsQuery).data?.data
  const funding: Arrival | undefined =
    fundingAccountId === ''
      ? arrivedWithoutAccount(deposit)
      : query.data && arrivedAt(query.data.data, deposit, places ?? [])
  const { action } = state
  const submit = () => {
    state.submit()
    setAttempts(attempts + 1)
  }
  const choose = (value: string) => {
    const chosen = resolveActions.find((item) => item === value)
    if (!chosen || !funding) return
    const known =
      chosen === 'FORWARD'
        ? deposit.destination.externalAccountId
        : returnsTo(deposit, funding.returnPolicy)
    state.choose(chosen, chosen === 'ASSIGN' || !known)
  }
  return (
    <FormDialog
      wide
      title={t('Resolve {amount}', {
        amount: amountText(deposit.amountIn.amount, deposit.amountIn.currency),
      })}
      description={heldSentence(deposit)}
      button={action === '' ? t('Resolve deposit') : resolveButtons[action]}
      isDangerous={action === 'RETURN'}
      icon={action === '' ? null : <Fingerprint />}
      isBusy={state.isBusy}
      formRef={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {funding ? (
        <>
          <RadioGroup
            label={t('What to do')}
            options={resolveOptions(deposit)}
            value={action}
            onChange={choose}
            error={state.problems.action}
          />
          {action === 'FORWARD' ? <ForwardTo {...{ deposit, state, funding }} /> : null}
          {action === 'ASSIGN' ? (
            <Suspense fallback={<SkeletonLines lines={2} />}>
              <AssignTo {...{ deposit, state, funding }} />
            </Suspense>
          ) : null}
          {action === 'RETURN' ? <ReturnTo {...{ deposit, state, funding }} /> : null}
        </>
      ) : (
        <Unread error={query.error} />
      )}
      <ReasonField value={state.reason} onChange={state.setReason} />
      {state.error ? <Refused error={state.error} /> : null}
    </FormDialog>
  )
}

function heldSentence({ sender, heldReason }: ResolvableDeposit): string {
  const { name, reference } = sender
  const sentence = reference
    ? name
      ? t('It came from {name} with the words “{reference}”.', { name, reference })
      : t('Sender unknown, with the words “{reference}”.', { reference })
    : name
      ? t('It came from {name}.', { name })
      : t('Sender unknown.')
  return `${sentence} ${heldText(heldReason)}`
}

/** Without its funding account nobody can say where a deposit may go. */
function Unread({ error }: { error: unknown }) {
  if (!error) return <SkeletonLines lines={3} />
  return (
    <Notice tone="fail" alert title={t('The funding account could not be read')}>
      {t('{reason} Close this and try again.', { reason: refusalText(error) })}
    </Notice>
  )
}

function Refused({ error }: { error: unknown }) {
  if (isAsked(error)) return <ApprovalAsked error={error} />
  const isConflict = isApiError(error, 'VERSION_CONFLICT')
  return (
    <Notice
      tone={isConflict ? 'hand' : 'fail'}
      alert
      title={
        isConflict
          ? t('The deposit has changed in the meantime')
          : t('The deposit was not resolved')
      }
    >
      {isConflict
        ? t(
            'Nothing was done. The deposit below is up to date; confirm again if you still want this.',
          )
        : refusalText(error)}
    </Notice>
  )
}
