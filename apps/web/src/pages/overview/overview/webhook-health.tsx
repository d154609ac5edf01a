import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkButton, PageLink, TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { dayOfAll, rateText, sentOf } from '../../../features/webhooks/rates.ts'
import { type WebhookEndpoint, webhookEndpointsQuery } from '../../../api/queries/webhooks.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { needsHelp } from './webhook-line.tsx'
import { t } from '../../../messages/text.ts'

/** How deliveries to the partner's own servers went in the last 24 hours, over all endpoints. */
export function WebhookHealth() {
  const query = useQuery(webhookEndpointsQuery)
  const endpoints = query.data?.data ?? []
  const worst = endpoints.find(needsHelp) ?? endpoints[0]
  return (
    <Card
      title={t('Webhook deliveries')}
      beside={worst?.status ? <StatusPill status={worst.status} /> : null}
      end={<TextLink to={paths.webhooks('deliveries')}>{t('All deliveries')}</TextLink>}
    >
      <Region query={query} what={t('Webhook deliveries')}>
        {({ data }) => (data.length === 0 ? <NoEndpoint /> : <Facts endpoints={data} />)}
      </Region>
    </Card>
  )
}

function NoEndpoint() {
  return (
    <div className="row between flex-wrap">
      <span className="muted">{t('No webhook yet. Events are stored but not delivered.')}</span>
      <LinkButton size="s" to={paths.webhooks()}>
        {t('Register a webhook')}
      </LinkButton>
    </div>
  )
}

function Facts({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const day = dayOfAll(endpoints)
  const [lastFailure] = endpoints
    .flatMap((endpoint) => endpoint.lastFailure ?? [])
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const sent = sentOf(day)
  return (
    <div className="grid">
      <Fact
        label={t('Delivered, 24 h')}
        value={
          <>
            {rateText(day.delivered, sent)}
            {sent > 0 ? <small>%</small> : null}
          </>
        }
      >
        {sent > 0
          ? t('{count} of {total}', { count: countText(day.delivered), total: countText(sent) })
          : t('Nothing was sent')}
      </Fact>
      <Fact label={t('Not delivered')} value={countText(day.open + day.exhausted)}>
        {t('{open} waiting or retrying, {exhausted} exhausted', {
          open: countText(day.open),
          exhausted: countText(day.exhausted),
        })}
      </Fact>
      <Fact
        label={t('Last failure')}
        value={lastFailure ? (lastFailure.httpStatus ?? t('No answer')) : t('None##failure')}
      >
        {lastFailure ? (
          <PageLink className="link" to={paths.webhookDelivery(lastFailure.deliveryId)}>
            <Time at={lastFailure.at} detail="second" />
          </PageLink>
        ) : (
          t('No attempt has failed')
        )}
      </Fact>
    </div>
  )
}

type FactProps = { label: string; value: ReactNode; children: ReactNode }

function Fact({ label, value, children }: FactProps) {
  return (
    <div>
      <div className="label">{label}</div>
      <div className="figure-small mt-1">{value}</div>
      <div className="muted">{children}</div>
    </div>
  )
}
