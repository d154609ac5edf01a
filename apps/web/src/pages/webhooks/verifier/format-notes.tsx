import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import type { RetryPreset } from '../../../api/queries/webhooks.ts'
import { scheduleText } from '../../../features/webhooks/labels.ts'

/** What a receiver has to know: how it is called, when again, and how it knows what it has seen. */
export function FormatNotes({ preset }: { preset: RetryPreset }) {
  return (
    <Card title="Format, signature and retries">
      <div className="grid grid-2">
        <DescriptionList
          className="facts-left"
          rows={[
            { label: 'Request', value: 'POST with a JSON body, Standard Webhooks' },
            { label: 'webhook-id', value: 'The event’s id, the same at every attempt' },
            { label: 'webhook-timestamp', value: 'Seconds since 1970 at the attempt' },
            {
              label: 'webhook-signature',
              value: 'v1, and base64 of HMAC-SHA-256 over id.timestamp.body; one for each secret',
            },
            { label: 'webhook-replay', value: 'manual or recovery, only when sent again' },
          ]}
        />
        <ul className="stack muted bullets">
          <li>Any 2xx within 15 seconds is a success; at most 64 KiB of its body is read.</li>
          <li>Everything else is retried after: {scheduleText(preset)}; each ±10 %.</li>
          <li>
            <span className="mono">Retry-After</span> is honoured up to 24 hours.{' '}
            <span className="mono">410 Gone</span> disables the endpoint immediately, as do five
            days of failures.
          </li>
          <li>
            Events can come twice and out of order: keep the ids you have seen, and order by{' '}
            <span className="mono">sequence</span>, which has no gaps.
          </li>
          <li>Refuse requests whose timestamp is older than five minutes.</li>
        </ul>
      </div>
    </Card>
  )
}
