import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

/** The delivery that a link leads to, when it is not among the rows. */
export function OpenAlone({ deliveryId, close }: { deliveryId: string; close: string }) {
  return (
    <Card
      title={t('Delivery')}
      beside={<span className="mono truncated">{deliveryId}</span>}
      end={
        <LinkButton
          variant="quiet"
          size="s"
          square
          to={close}
          aria-label={t('Close delivery')}
          icon={X}
        />
      }
      flush
    >
      <DeliveryDetail deliveryId={deliveryId} withState />
    </Card>
  )
}

export function NoDeliveries({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title={t('No delivery matches')}
        actions={<Button onClick={clear}>{t('Clear filters')}</Button>}
      >
        {t('Other filters may show more.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('No deliveries yet')}>
      {t('Each event sent to the endpoint is listed here, with every attempt.')}
    </EmptyState>
  )
}

type FootProps = { count: number; day: WebhookEndpoint['day']; more: ReactNode }

export function DeliveriesFoot({ count, day, more }: FootProps) {
  return (
    <div className="table-foot">
      <span>
        {plural(
          count,
          { one: '{count} delivery', other: '{count} deliveries' },
          { count: countText(count) },
        )}
      </span>
      {more}
      <span className="end row flex-wrap">
        <span>{t('Last 24 hours:')}</span>
        <span>{rich('{count} delivered', { count: <b>{countText(day.delivered)}</b> })}</span>
        <span>{rich('{count} waiting or retrying', { count: <b>{countText(day.open)}</b> })}</span>
        <span>{rich('{count} exhausted', { count: <b>{countText(day.exhausted)}</b> })}</span>
      </span>
    </div>
  )
}
