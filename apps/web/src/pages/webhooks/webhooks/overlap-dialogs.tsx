import { Fingerprint } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { OverlapForm } from '../secret/overlap-form.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { rich } from '../../../messages/rich.tsx'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

function useOverlap(done: string, onClose: () => void) {
  return useAction(webhooks.setEndpointOverlap, {
    onDone: onClose,
    done,
    stale: webhooksKey,
  })
}

export function KeepDialog({ endpoint, until, onClose }: Props & { until: string }) {
  const keep = useOverlap(t('The old secret is kept longer'), onClose)
  return (
    <OverlapForm
      title={t('Keep the old secret longer')}
      description={rich('It ends on {time} now. Your passkey confirms the change.', {
        time: <Time at={until} withZone />,
      })}
      label={t('From now on, for')}
      start={48}
      mayEnd={false}
      submit={t('Keep old secret')}
      refused={t('Not changed')}
      action={keep}
      onSubmit={(hours) => keep.send({ ...paramsOf(endpoint), body: { hours } })}
      onClose={onClose}
    />
  )
}

export function EndDialog({ endpoint, onClose }: Props) {
  const end = useOverlap(t('The old secret has ended'), onClose)
  return (
    <FormDialog
      title={t('End the old secret now')}
      description={t(
        'From the next delivery only the new signature is sent. Receivers that only have the old secret will refuse events.',
      )}
      button={t('End old secret')}
      icon={<Fingerprint />}
      isDangerous
      isBusy={end.isBusy}
      onSubmit={() => end.send({ ...paramsOf(endpoint), body: { hours: 0 } })}
      onClose={onClose}
    >
      {end.error ? <Refused title={t('Not ended')} error={end.error} /> : null}
    </FormDialog>
  )
}
