import type { ReactNode } from 'react'
import { webhooks } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { useNow } from '../../../api/clock.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { part } from '../../../ui/display/part.tsx'
import { OverlapBanner } from './overlap-banner.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { rich } from '../../../messages/rich.tsx'
import { linkedId, paramsOf } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

const EnableDialog = part(() => import('./enable-dialog.tsx'), 'EnableDialog')

/** What a person should know before anything else: the endpoint does not work as usual, or two secrets sign. */
export function Banners({ endpoint }: { endpoint: WebhookEndpoint }) {
  const old = endpoint.secrets.filter(({ validUntil }) => validUntil !== undefined)
  return (
    <>
      <StateBanner endpoint={endpoint} />
      {old.length > 0 ? <OverlapBanner endpoint={endpoint} /> : null}
    </>
  )
}

const disabledReasons: Record<string, string> = {
  RECEIVER_GONE: t('It answered 410 Gone, so sending stopped.'),
  ONLY_FAILURES: t('Every attempt failed for five days, so sending stopped.'),
}

function StateBanner({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, statusReason, failingSince, heldUntil, skippedFrom } = endpoint
  if (status === 'DISABLED') {
    return (
      <Notice
        tone="fail"
        look="edge"
        title={t('This endpoint is disabled')}
        actions={<EnableButton endpoint={endpoint} />}
      >
        {disabledReasons[statusReason] ?? statusReason}{' '}
        {skippedFrom === undefined
          ? t('Events are kept and can be sent once it is enabled.')
          : t('Events are kept from number {number} on and can be sent once it is enabled.', {
              number: skippedFrom,
            })}
      </Notice>
    )
  }
  if (status === 'PAUSED') {
    return (
      <Notice
        tone="wait"
        title={t('Sending is paused')}
        actions={<ResumeButton endpoint={endpoint} />}
      >
        {t('Events are kept and sent, oldest first, once resumed.')}
      </Notice>
    )
  }
  if (status === 'UNVERIFIED') {
    return (
      <Notice tone="wait" title={t('Not verified yet')} actions={<TestLink endpoint={endpoint} />}>
        {t('Events are sent once the endpoint has answered a test event with 2xx.')}
      </Notice>
    )
  }
  if (status === 'DEGRADED') {
    return (
      <Notice
        tone="hand"
        title={t('Every attempt fails')}
        actions={<FailuresLink endpoint={endpoint} />}
      >
        {rich(
          'Nothing has succeeded since {time}. After five days of that the endpoint is disabled.',
          { time: <Time at={failingSince} withZone /> },
        )}
      </Notice>
    )
  }
  if (heldUntil === undefined) return null
  return <HeldNotice endpoint={endpoint} until={heldUntil} />
}

type Props = { endpoint: WebhookEndpoint }

function HeldNotice({ endpoint, until }: Props & { until: string }) {
  const now = useNow(1000)
  if (Date.parse(until) <= now) return null
  return (
    <Notice
      tone="wait"
      title={t('Deliveries are paused for a moment')}
      actions={<FailuresLink endpoint={endpoint} />}
    >
      {rich('Attempts failed or it asked for time; the next one is made after {time}.', {
        time: <Time at={until} detail="second" withZone />,
      })}
    </Notice>
  )
}

function FailuresLink({ endpoint }: Props): ReactNode {
  const id = linkedId(endpoint)
  const ofIt = id ? `endpoint=${id}&endpointId=${id}&` : ''
  return (
    <LinkButton size="s" to={`${paths.webhooks('deliveries')}?${ofIt}status=RETRYING,EXHAUSTED`}>
      {t('Show failures')}
    </LinkButton>
  )
}

function TestLink({ endpoint }: Props): ReactNode {
  return (
    <LinkButton size="s" to={paths.webhooks('test', linkedId(endpoint))}>
      {t('Send test event')}
    </LinkButton>
  )
}

function ResumeButton({ endpoint }: Props) {
  const missing = useMissingPermission('webhooks:write')
  const resume = useAction(webhooks.resumeEndpoint, {
    done: t('Sending resumed'),
    stale: webhooksKey,
    refused: t('Not resumed'),
  })
  return (
    <Button
      size="s"
      busy={resume.isBusy}
      disabledReason={missing}
      onClick={() => resume.send({ ...paramsOf(endpoint), body: {} })}
    >
      {t('Resume')}
    </Button>
  )
}

function EnableButton({ endpoint }: { endpoint: WebhookEndpoint }) {
  const missing = useMissingPermission('webhooks:write')
  return (
    <DialogButton
      size="s"
      disabledReason={missing}
      dialog={(close) => <EnableDialog endpoint={endpoint} onClose={close} />}
    >
      {t('Enable')}
    </DialogButton>
  )
}
