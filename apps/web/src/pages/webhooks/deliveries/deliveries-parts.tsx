import { ArrowDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'

export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <span aria-live="polite">
      {count > 0 ? (
        <Button
          size="s"
          className="new-rows"
          icon={<ArrowDown className="icon-medium" />}
          onClick={onShow}
        >
          {countText(count)} new
        </Button>
      ) : null}
    </span>
  )
}

/** The delivery that a link leads to, when it is not among the rows. */
export function OpenAlone({ deliveryId, close }: { deliveryId: string; close: string }) {
  return (
    <Card
      title="Delivery"
      beside={<span className="mono truncated">{deliveryId}</span>}
      end={
        <LinkButton
          variant="quiet"
          size="s"
          square
          to={close}
          aria-label="Close delivery"
          icon={<X className="icon-medium" />}
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
        title="No delivery matches"
        actions={<Button onClick={clear}>Clear filters</Button>}
      >
        Other filters may show more.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No deliveries yet">
      Each event sent to the endpoint is listed here, with every attempt.
    </EmptyState>
  )
}

type FootProps = { count: number; day: WebhookEndpoint['day']; more: ReactNode }

export function DeliveriesFoot({ count, day, more }: FootProps) {
  return (
    <div className="table-foot">
      <span>
        <b>{countText(count)}</b> {count === 1 ? 'delivery' : 'deliveries'}
      </span>
      {more}
      <span className="end row flex-wrap">
        <span>Last 24 hours:</span>
        <span>
          <b>{countText(day.delivered)}</b> delivered
        </span>
        <span>
          <b>{countText(day.open)}</b> waiting or retrying
        </span>
        <span>
          <b>{countText(day.exhausted)}</b> exhausted
        </span>
      </span>
    </div>
  )
}
