import { Fingerprint } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../../ui/controls/text-input.tsx'
import { InFlight } from './change-in-flight.tsx'
import { ChangeRefused } from './change-refused.tsx'
import { DestinationField } from '../../../../features/payin-routes/destination/destination-field.tsx'
import { Estimate } from '../../../../features/payin-routes/destination/net-preview.tsx'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { Consequences } from '../toggle/toggle-dialog.tsx'
import { useChangeDestination } from './use-change-destination.ts'

type Props = { route: PayinRoute; onClose: () => void }

/** Sends what is received from now on elsewhere; a passkey has to confirm it. */
export function ChangeDestinationDialog({ route, onClose }: Props) {
  const form = useId()
  const body = useRef<HTMLFormElement>(null)
  const state = useChangeDestination(route, onClose)
  const { fundingAccountId, sourceJurisdiction, depositAccountInfo, externalAccountId } = route
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!state.submit()) body.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Change destination"
      description="New deposits go to another account; no payer has to be told. A passkey confirms it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            icon={<Fingerprint />}
            busy={state.isBusy}
          >
            Change destination
          </Button>
        </>
      }
    >
      <form id={form} ref={body} className="grid" noValidate onSubmit={submit}>
        <DestinationField
          label="New destination"
          source={{ jurisdiction: sourceJurisdiction, depositAccountInfo }}
          current={externalAccountId}
          value={state.chosen}
          onChange={state.choose}
          error={state.problem}
        />
        {state.chosen ? (
          <section aria-label="What a deposit comes to there" className="sunken-box">
            <p className="caption mb-2">An example, at the rate of now</p>
            <Estimate
              ends={{ fundingAccountId, externalAccountId: state.chosen }}
              amount={state.sample}
            />
          </section>
        ) : null}
        <InFlight route={route} />
        <Consequences lines={state.consequences} />
        <TextField
          label="Reason"
          optional
          hint="Stands in the record and in the audit log."
          value={state.reason}
          onChange={(event) => state.setReason(event.target.value)}
        />
        {state.error ? <ChangeRefused error={state.error} route={route} /> : null}
      </form>
    </Dialog>
  )
}
