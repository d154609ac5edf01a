import { useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { followJob } from '../../../api/jobs.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { RadioGroup, SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { serviceNow } from '../../../api/clock.ts'
import { useZone } from '../../../ui/preferences/zone.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import {
  type RecoveryStatus,
  type WebhookEndpoint,
  webhooksKey,
} from '../../../api/queries/webhooks.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'
import { instantOf, wallTime, type Zone, zoneHint } from '../../../ui/format/zones.ts'

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
    onDone: ({ data }) => {
      onStarted(data.recoveryId)
      followJob({ kind: 'recovery', id: data.recoveryId })
    },
    stale: webhooksKey,
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
        'Each event keeps its id, so a receiver can recognise what it has seen, and carries the header webhook-replay. At most 10,000 at a time.',
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

type Since = { preset: string; custom: string }

const presets = [
  { value: '1', label: t('The last hour') },
  { value: '24', label: t('The last 24 hours') },
  { value: '168', label: t('The last 7 days') },
  { value: '720', label: t('The last 30 days') },
  { value: 'custom', label: t('Another time') },
]

const hourMs = 3_600_000

/** The instant as the API takes it; undefined while none is given. A typed time is of the user's zone. */
function sinceOf({ preset, custom }: Since, now: number, zone: Zone): string | undefined {
  if (preset !== 'custom') return new Date(now - Number(preset) * hourMs).toISOString()
  const shown = Date.parse(`${custom}Z`)
  if (Number.isNaN(shown)) return undefined
  return new Date(instantOf(wallTime(shown, 'utc'), zone)).toISOString()
}

/** Whether a time is given. */
const isSince = ({ preset, custom }: Since): boolean =>
  preset !== 'custom' || !Number.isNaN(Date.parse(custom))

/** From when on: one of the usual spans, or a day and time. */
function SinceFields({ value, onChange }: { value: Since; onChange: (next: Since) => void }) {
  const zone = useZone()
  return (
    <>
      <SelectField
        label={t('Events of')}
        options={presets}
        value={value.preset}
        onChange={(event) => onChange({ ...value, preset: event.target.value })}
      />
      {value.preset === 'custom' ? (
        <TextField
          label={t('Since')}
          type="datetime-local"
          hint={zoneHint(zone)}
          value={value.custom}
          onChange={(event) => onChange({ ...value, custom: event.target.value })}
        />
      ) : null}
    </>
  )
}
