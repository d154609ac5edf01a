import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useNow } from '../../../api/clock.ts'
import { Time } from '../../../ui/display/values.tsx'
import { durationText } from '../../../ui/format/times.ts'
import { EndDialog, KeepDialog } from './overlap-dialogs.tsx'
import type { Secret, WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { hintText } from '../../../features/webhooks/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** Two or more secrets sign at once: until when, and how to end it sooner or later. */
export function OverlapBanner({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { secrets } = endpoint
  const missing = useMissingPermission('webhooks:write')
  const [dialog, setDialog] = useState<'keep' | 'end' | undefined>()
  const old = secrets.filter(({ validUntil }) => validUntil !== undefined)
  const until = old.reduce(
    (latest, { validUntil = '' }) => (validUntil > latest ? validUntil : latest),
    '',
  )
  const time = <Time at={until} withZone />
  const close = () => setDialog(undefined)
  return (
    <div className="notice edge edge-hand">
      <KeyRound className="tone-hand" />
      <div className="grow">
        <span className="strong">
          {old.length === 1
            ? rich('Two secrets are valid until {time}.', { time })
            : rich('{count} secrets are valid until {time}.', { count: secrets.length, time })}
        </span>{' '}
        <span className="muted">
          {old.length === 1
            ? t(
                'Both signatures are being sent; a receiver accepts an event when one of them fits.',
              )
            : t(
                'All their signatures are being sent; a receiver accepts an event when one of them fits.',
              )}
        </span>
        <OverlapBars secrets={secrets} until={until} />
      </div>
      <div className="actions">
        <Button size="s" disabledReason={missing} onClick={() => setDialog('keep')}>
          {t('Keep old longer')}
        </Button>
        <Button size="s" variant="danger" disabledReason={missing} onClick={() => setDialog('end')}>
          {t('End old secret now')}
        </Button>
      </div>
      {dialog === 'keep' ? <KeepDialog endpoint={endpoint} until={until} onClose={close} /> : null}
      {dialog === 'end' ? <EndDialog endpoint={endpoint} onClose={close} /> : null}
    </div>
  )
}

/** The bars' common axis goes a quarter of the overlap beyond it on either side. */
const margin = 0.25

function OverlapBars({ secrets, until }: { secrets: readonly Secret[]; until: string }) {
  const now = useNow(60_000)
  const [newest] = secrets
  if (!newest) return null
  const from = Date.parse(newest.createdAt)
  const overlap = Math.max(Date.parse(until) - from, 1)
  const place = (at: number) =>
    (100 * Math.min(1 + margin, Math.max(-margin, (at - from) / overlap)) + 100 * margin) /
    (1 + 2 * margin)
  const bars = secrets.map((secret) => {
    const end = secret.validUntil ? place(Date.parse(secret.validUntil)) : 100
    const start = place(Date.parse(secret.createdAt))
    return { secret, start, end }
  })
  return (
    <ul className="secret-overlap" aria-label={t('Secrets in time')}>
      {bars.toReversed().map(({ secret, start, end }) => (
        <li
          key={secret.secretId}
          className={secret.validUntil ? 'old-secret' : 'new-secret'}
          style={{ marginLeft: `${start}%`, width: `${Math.max(end - start, 1)}%` }}
        >
          <b className="mono">{hintText(secret.hint)}</b>{' '}
          {secret.validUntil
            ? t('old, ends in {duration}', {
                duration: durationText(Date.parse(secret.validUntil) - now),
              })
            : rich('new, since {time}', { time: <Time at={secret.createdAt} /> })}
        </li>
      ))}
    </ul>
  )
}
