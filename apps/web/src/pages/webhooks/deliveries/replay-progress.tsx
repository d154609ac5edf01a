import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type Recovery, recoveryQuery, webhooksKey } from '../../../api/queries/webhooks.ts'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

/** How far a replay is, until it is closed. */
export function ReplayProgress({ recoveryId, close }: { recoveryId: string; close: string }) {
  const query = useQuery(recoveryQuery(recoveryId))
  return (
    <Card
      title={t('Replay')}
      beside={query.data ? <State status={query.data.data.status} /> : null}
      end={
        <>
          {query.data?.data.status === 'RUNNING' ? <CancelReplay recoveryId={recoveryId} /> : null}
          <LinkButton
            variant="quiet"
            size="s"
            square
            to={close}
            aria-label={t('Close replay')}
            icon={X}
          />
        </>
      }
    >
      <Region query={query} what={t('Replay')}>
        {({ data }) => <Progress recovery={data} />}
      </Region>
    </Card>
  )
}

function State({ status }: Pick<Recovery, 'status'>) {
  if (status !== 'RUNNING') return <StatusPill status={status} />
  return <StatusPill status={status} label={t('Running')} meaning="move" />
}

const bold = (count: number) => ({ count: <b>{countText(count)}</b> })

function Progress({ recovery }: { recovery: Recovery }) {
  const { scheduled, delivered, failed, waiting, cancelled, since, ratePerSecond } = recovery
  const counts = [
    { key: 'delivered', count: delivered, text: rich('{count} delivered', bold(delivered)) },
    { key: 'failed', count: failed, text: rich('{count} failed', bold(failed)) },
    { key: 'waiting', count: waiting, text: rich('{count} waiting', bold(waiting)) },
    { key: 'cancelled', count: cancelled, text: rich('{count} cancelled', bold(cancelled)) },
  ]
  return (
    <div className="grid gap-2">
      <progress
        className="progress-bar"
        aria-label={t('Sent again')}
        value={scheduled - waiting}
        max={Math.max(scheduled, 1)}
      />
      <div className="row flex-wrap between">
        <span className="row flex-wrap" aria-live="polite">
          <span>
            {plural(
              scheduled,
              { one: '{count} event:', other: '{count} events:' },
              { count: countText(scheduled) },
            )}
          </span>
          {counts.map(({ key, count, text }) =>
            count > 0 || key === 'delivered' ? (
              <span key={key} className="muted">
                {text}
              </span>
            ) : null,
          )}
        </span>
        <span className="muted">
          {rich('Since {time}, {rate} a second.', {
            time: <Time at={since} />,
            rate: ratePerSecond,
          })}{' '}
          <TextLink
            className="underline"
            to={`${paths.webhookReplay(recovery.recoveryId)}&recoveryId=${recovery.recoveryId}`}
          >
            {t('Show these deliveries')}
          </TextLink>
        </span>
      </div>
    </div>
  )
}

function CancelReplay({ recoveryId }: { recoveryId: string }) {
  const missing = useMissingPermission('webhooks:write')
  const cancel = useAction(webhooks.cancelRecovery, {
    onDone: (answer) => queries.setQueryData(recoveryQuery(recoveryId).queryKey, answer),
    stale: webhooksKey,
    refused: t('Not cancelled'),
  })
  return (
    <Button
      size="s"
      busy={cancel.isBusy}
      disabledReason={missing}
      onClick={() => cancel.send({ params: { recoveryId } })}
    >
      {t('Cancel replay')}
    </Button>
  )
}
