import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import type { RetryPreset } from '../../../api/queries/webhooks.ts'
import { scheduleText } from '../../../features/webhooks/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** What a receiver has to know: how it is called, when again, and how it knows what it has seen. */
export function FormatNotes({ preset }: { preset: RetryPreset }) {
  return (
    <Card title={t('Format, signature and retries')}>
      <div className="grid grid-2">
        <DescriptionList
          className="facts-left"
          rows={[
            fact(t('Request'), t('POST with a JSON body, Standard Webhooks')),
            fact('webhook-id', t('The event’s id, the same at every attempt')),
            fact('webhook-timestamp', t('Seconds since 1970 at the attempt')),
            fact(
              'webhook-signature',
              t('v1, and base64 of HMAC-SHA-256 over id.timestamp.body; one for each secret'),
            ),
            fact('webhook-replay', t('manual or recovery, only when sent again')),
          ]}
        />
        <ul className="stack muted bullets">
          <li>
            {t('Any 2xx within 15 seconds is a success; at most 64 KiB of its body is read.')}
          </li>
          <li>
            {t('Everything else is retried after: {schedule}; each ±10 %.', {
              schedule: scheduleText(preset),
            })}
          </li>
          <li>
            {rich(
              '{header} is honoured up to 24 hours. {answer} disables the endpoint immediately, as do five days of failures.',
              {
                header: <span className="mono">Retry-After</span>,
                answer: <span className="mono">410 Gone</span>,
              },
            )}
          </li>
          <li>
            {rich(
              'Events can come twice and out of order: keep the ids you have seen, and order by {field}, which has no gaps.',
              { field: <span className="mono">sequence</span> },
            )}
          </li>
          <li>{t('Refuse requests whose timestamp is older than five minutes.')}</li>
        </ul>
      </div>
    </Card>
  )
}
