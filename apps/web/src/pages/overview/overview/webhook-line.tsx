import { LinkButton } from '../../../ui/page/links.tsx'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { linkedId } from '../../../features/webhooks/endpoints.ts'
import { paths } from '../../../routing/paths.ts'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Nothing gets through: the endpoint was disabled, every attempt fails, or some have failed for good today. */
export function needsHelp({ status, day }: WebhookEndpoint): boolean {
  return (
    status === 'DISABLED' || status === 'DEGRADED' || (status !== 'PAUSED' && day.exhausted > 0)
  )
}

/** One line about the webhook, among what waits for a person. */
export function WebhookLine({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, failingSince, webhookUrl, day } = endpoint
  const isDisabled = status === 'DISABLED'
  const title =
    status === 'DISABLED'
      ? t('Webhook endpoint disabled')
      : status === 'DEGRADED'
        ? t('Webhook endpoint failing')
        : plural(day.exhausted, {
            one: '{count} webhook delivery failed for good',
            other: '{count} webhook deliveries failed for good',
          })
  return (
    <li className="need-line">
      <span className={isDisabled ? 'tone-fail' : 'tone-hand'}>
        <StatusIcon meaning={isDisabled ? 'fail' : 'hand'} size="l" />
      </span>
      <span className="break-anywhere">
        <span className="strong">{title}</span>{' '}
        <span className="muted">
          ·{' '}
          {failingSince
            ? rich('{address}, nothing delivered since {time}', {
                address: webhookUrl,
                time: <Time at={failingSince} />,
              })
            : webhookUrl}
        </span>
      </span>
      <span className="muted">{t('Developer')}</span>
      <LinkButton
        size="s"
        to={paths.webhooks(isDisabled ? undefined : 'deliveries', linkedId(endpoint))}
      >
        {t('Open webhooks')}
      </LinkButton>
    </li>
  )
}
