import { ReasonField } from '../../../../ui/overlays/reason-field.tsx'
import { Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { InFlight } from './change-in-flight.tsx'
import { DestinationField } from '../../../../features/payin-routes/destination/destination-field.tsx'
import { Estimate } from '../../../../features/payin-routes/destination/net-preview.tsx'
import { type PayinRoute, payinRoutesKey } from '../../../../api/queries/payin-routes.ts'
import { Consequences } from '../toggle/toggle-dialog.tsx'
import { t } from '../../../../messages/text.ts'
import { isApiError } from '../../../../api/errors.ts'
import { refusalText, useAction } from '../../../../features/actions/action.tsx'
import { ApprovalAsked, isAsked } from '../../../../ui/page/approval-asked.tsx'
import { LinkButton } from '../../../../ui/page/links.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { holderAndNumber } from './change-labels.ts'
import { payinRoutes, queries } from '../../../../api/call.ts'
import { decimalText } from '../../../../ui/format/numbers.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { changeConsequences } from './change-consequences.ts'
import { useSeenVersion } from '../../../../features/payin-routes/seen-version.ts'

type Props = { route: PayinRoute; onClose: () => void }

/** Sends what is received from now on elsewhere; a passkey has to confirm it. */
export function ChangeDestinationDialog({ route, onClose }: Props) {
  const body = useRef<HTMLFormElement>(null)
  const state = useChangeDestination(route, onClose)
  const { fundingAccountId, sourceJurisdiction, depositAccountInfo, externalAccountId } = route
  const submit = () => {
    if (!state.submit()) body.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }
  return (
    <FormDialog
      wide
      title={t('Change destination')}
      description={t(
        'New deposits go to another account; payers do not need to change anything. You confirm with a passkey.',
      )}
      button={t('Change destination')}
      icon={<Fingerprint />}
      isBusy={state.isBusy}
      formRef={body}
      onSubmit={submit}
      onClose={onClose}
    >
      <DestinationField
        label={t('New destination')}
        source={{ jurisdiction: sourceJurisdiction, depositAccountInfo }}
        current={externalAccountId}
        value={state.chosen}
        onChange={state.choose}
        error={state.problem}
      />
      {state.chosen ? (
        <section aria-label={t('What a deposit becomes there')} className="sunken-box">
          <p className="caption mb-2">{t('An example, at the current rate')}</p>
          <Estimate
            ends={{ fundingAccountId, externalAccountId: state.chosen }}
            amount={state.sample}
          />
        </section>
      ) : null}
      <InFlight route={route} />
      <Consequences lines={state.consequences} />
      <ReasonField value={state.reason} onChange={state.setReason} />
      {state.error ? <ChangeRefused error={state.error} route={route} /> : null}
    </FormDialog>
  )
}

/** Why the destination is what it was, and what helps. */
function ChangeRefused({ error, route }: { error: unknown; route: PayinRoute }) {
  const { destinationAccount, accountOwner } = route
  if (isAsked(error)) return <ApprovalAsked error={error} />
  if (isApiError(error, 'VERSION_CONFLICT')) {
    return (
      <Notice tone="hand" alert look="edge" title={t('The route has changed in the meantime')}>
        {t(
          'Your change was not made. Deposits now go to {account}. Confirm again if you still want this.',
          { account: holderAndNumber(destinationAccount) },
        )}
      </Notice>
    )
  }
  if (isApiError(error, 'KYC_REQUIRED')) {
    return (
      <Notice
        tone="hand"
        alert
        title={t('Verification is missing for this destination')}
        actions={
          <LinkButton size="s" to={paths.entity(accountOwner.entityId, 'kyc')}>
            {t('Open KYC')}
          </LinkButton>
        }
      >
        {t('{reason} Both customers must be verified for their jurisdictions.', {
          reason: refusalText(error),
        })}
      </Notice>
    )
  }
  return (
    <Notice tone="fail" alert title={t('The destination was not changed')}>
      {refusalText(error)}
    </Notice>
  )
}

const sampleOf = ({ limits }: PayinRoute) => decimalText(Math.max(1000, limits.minDeposit))

/** The form's state, and the one request that a fresh passkey confirms. */
function useChangeDestination(route: PayinRoute, onClose: () => void) {
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const seen = useSeenVersion(route.version)
  const refresh = () => queries.invalidateQueries({ queryKey: payinRoutesKey })
  const change = useAction(payinRoutes.update, {
    version: seen.version,
    onDone: async ({ data: { created } }) => {
      onClose()
      toast(
        created
          ? { tone: 'done', title: t('The destination was changed') }
          : {
              tone: 'none',
              title: t('Deposits already go there'),
              text: t('Nothing was changed.'),
            },
      )
      await refresh()
    },
    onRefused: async (error) => {
      seen.noteRefusal(error)
      setProblem(fieldProblem(error))
      await refresh()
    },
  })
  return {
    chosen,
    choose: (accountId: string) => {
      setChosen(accountId)
      setProblem(undefined)
      change.forget()
    },
    reason,
    setReason,
    problem,
    sample: sampleOf(route),
    consequences: changeConsequences(route),
    isBusy: change.isBusy,
    // What stands at the field is not repeated.
    error: fieldProblem(change.error) === undefined ? change.error : undefined,
    submit: (): boolean => {
      if (chosen === '') {
        setProblem(t('Choose where new deposits go.'))
        return false
      }
      change.send({
        body: { teleportId: route.routeId, externalAccountId: chosen, reason: reason.trim() },
      })
      return true
    },
  }
}

const fieldProblem = (error: unknown) =>
  isApiError(error) && error.code !== 'KYC_REQUIRED'
    ? error.details.find(({ path }) => path === 'externalAccountId')?.message
    : undefined
