import { ReasonField } from '../../../../ui/overlays/reason-field.tsx'
import { Fingerprint } from 'lucide-react'
import { useRef } from 'react'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { InFlight } from './change-in-flight.tsx'
import { ChangeRefused } from './change-refused.tsx'
import { DestinationField } from '../../../../features/payin-routes/destination/destination-field.tsx'
import { Estimate } from '../../../../features/payin-routes/destination/net-preview.tsx'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { Consequences } from '../toggle/toggle-dialog.tsx'
import { useChangeDestination } from './use-change-destination.ts'
import { t } from '../../../../messages/text.ts'

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
