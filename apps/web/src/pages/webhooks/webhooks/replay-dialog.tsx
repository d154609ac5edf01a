import { useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { followJob } from '../../../api/jobs.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { serviceNow } from '../../../api/clock.ts'
import { useZone } from '../../../ui/display/time.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { Refused } from '../../../features/actions/refused.tsx'
import {
  type RecoveryStatus,
  type WebhookEndpoint,
  webhooksKey,
} from '../../../api/queries/webhooks.ts'
import { isSince, SinceFields, sinceOf } from './since-fields.tsx'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  endpoint: WebhookEndpoint
  onClose: () => void
  onStarted: (recoveryId: string) => void
}

const what: { value: RecoveryStatus; label: string; text: string }[] = [
  { value: 'FAILED', label: t('Failed'), text: t('Exhausted or still retrying') },
  { value: 'MISSING', label: t('Missing'), text: t('Never delivered, including skipped events') },
  { value: 'ALL', label: t('All'), text: t('Including delivered events') },
]

const rates = ['10', '50', '200', '500'].map((value) => ({
  value,
  label: t('{rate} a second', { rate: value }),
}))

/** Sends again what was not delivered since a time, as a job with its own progress. */
export function ReplayDialog({ endpoint, onClose, onStarted }: Props) {
  const zone = useZone()
  const [status, setStatus] = useState<RecoveryStatus>('FAILED')
  const [since, setSince] = useState({ preset: '24', custom: '' })
  const [rate, setRate] = useState('50')
  const recover = useAction(webhooks.recover, {
    onDone: async ({ data }) => {
      onStarted(data.recoveryId)
      followJob({ kind: 'recovery', id: data.recoveryId })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  const submit = () => {
    const from = sinceOf(since, serviceNow(), zone)
    const ratePerSecond = Number(rate)
    const { endpointId } = paramsOf(endpoint).params
    if (from) recover.send({ body: { since: from, status, ratePerSecond, endpointId } })
  }
  return (
    <FormDialog
      wide
      title={t('Replay deliveries')}
      description={t(
        'Each event keeps its id, so a receiver can tell what it has seen, and carries the header webhook-replay. At most 10,000 at a time.',
      )}
      button={t('Start replay')}
      isBusy={recover.isBusy}
      disabledReason={isSince(since) ? undefined : t('Enter a time first')}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Events to send again')}
        value={status}
        onChange={(value) => setStatus(value as RecoveryStatus)}
        options={what}
      />
      <SinceFields value={since} onChange={setSince} />
      <SelectField
        label={t('Rate')}
        options={rates}
        value={rate}
        hint={t('Slower is gentler on a receiver that has just recovered.')}
        onChange={(event) => setRate(event.target.value)}
      />
      <Refused title={t('Not started')} error={recover.error} />
    </FormDialog>
  )
}
