import type { ReactNode } from 'react'
import { PageLink } from '../../../ui/page/links.tsx'
import { rateText, sentOf } from '../../../features/webhooks/rates.ts'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { answerText, selectionText } from '../../../features/webhooks/labels.ts'
import { t } from '../../../messages/text.ts'

/** Where events go and how the last 24 hours were. */
export function EndpointStrip({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { webhookUrl, status = '', day, lastFailure } = endpoint
  const sent = sentOf(day)
  return (
    <section className="card endpoint-strip" aria-label={t('Endpoint')}>
      <div className="endpoint-url">
        <div className="label">{t('Endpoint')}</div>
        <div className="row mt-1 gap-1">
          <span className="mono truncated" title={webhookUrl}>
            {webhookUrl}
          </span>
          <CopyButton text={webhookUrl} label={t('Copy endpoint URL')} />
        </div>
        <div className="row mt-1 flex-wrap">
          <StatusPill status={status} />
          <span className="muted">{selectionText(endpoint)}</span>
        </div>
      </div>
      <Figure
        label={t('Delivered, 24 h')}
        value={rateText(day.delivered, sent)}
        unit={sent > 0 ? '%' : ''}
        text={
          sent > 0
            ? t('{count} of {total}, {first} at the first attempt', {
                count: countText(day.delivered),
                total: countText(sent),
                first: countText(day.deliveredFirst),
              })
            : t('Nothing was sent')
        }
      />
      <Figure
        label={t('Response time')}
        value={day.attempts > 0 ? countText(day.p95Ms) : '–'}
        unit={day.attempts > 0 ? 'ms p95' : ''}
        text={
          day.attempts > 0
            ? t('{milliseconds} ms median', { milliseconds: countText(day.medianMs) })
            : t('No answers yet')
        }
      />
      <Figure
        label={t('Last failure')}
        value={lastFailure ? (lastFailure.httpStatus ?? t('No answer')) : t('None##failure')}
        text={lastFailure ? <LastFailure failure={lastFailure} /> : t('No attempt has failed')}
      />
    </section>
  )
}

type FigureProps = { label: string; value: ReactNode; unit?: string; text: ReactNode }

function Figure({ label, value, unit, text }: FigureProps) {
  return (
    <div>
      <div className="label">{label}</div>
      <div className="figure-small mt-1">
        {value}
        {unit ? <small>{unit}</small> : null}
      </div>
      <div className="muted">{text}</div>
    </div>
  )
}

function LastFailure({ failure }: { failure: NonNullable<WebhookEndpoint['lastFailure']> }) {
  return (
    <PageLink className="link" to={paths.webhookDelivery(failure.deliveryId)}>
      <Time at={failure.at} detail="second" />, {answerText(failure).replace(/^\d{3} /, '')}
    </PageLink>
  )
}
