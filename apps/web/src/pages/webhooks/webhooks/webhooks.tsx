import './webhooks.css'
import { webhookEndpointsMax } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { Plus, RotateCw, Send } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Banners } from './banners.tsx'
import { EndpointStrip } from './endpoint-strip.tsx'
import { type WebhookEndpoint, webhookEndpointsQuery } from '../../../api/queries/webhooks.ts'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { blankEndpoint, linkedId } from '../../../features/webhooks/endpoints.ts'
import { EndpointList } from './endpoint-list.tsx'
import { WebhookTabs } from '../../../features/webhooks/webhook-tabs.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

type Content = ComponentType<{ endpoint: WebhookEndpoint; isFirst: boolean }>
/** In the address instead of an id. */
const added = 'new'

const contents: Record<string, Content> = {
  endpoint: lazyPart(() => import('../endpoint/endpoint-tab.tsx'), 'EndpointTab'),
  secret: lazyPart(() => import('../secret/secret-tab.tsx'), 'SecretTab'),
  deliveries: lazyPart(() => import('../deliveries/deliveries-tab.tsx'), 'DeliveriesTab'),
  test: lazyPart(() => import('../test-events/test-tab.tsx'), 'TestTab'),
  verifier: lazyPart(() => import('../verifier/verifier-tab.tsx'), 'VerifierTab'),
}
const ReplayDialog = part(() => import('./replay-dialog.tsx'), 'ReplayDialog')

/** What happened goes to the partner's own server: where to, under which secret, and how it went. */
export function Component() {
  const { tab = 'endpoint' } = useParams()
  const query = useQuery(webhookEndpointsQuery)
  const { value: chosen } = useSearchValue('endpoint')
  const Current = contents[tab]
  if (!Current) return <NotFoundPage />
  const endpoints = query.data?.data ?? []
  const endpoint = chosenOf(endpoints, chosen)
  return (
    <div className="s:-mt-2">
      <PageHead
        heading={t('Webhooks')}
        actions={
          endpoints.length > 0 ? (
            <HeadActions key={chosen} endpoint={endpoint} count={endpoints.length} />
          ) : null
        }
      />
      <Region query={query} what={t('The webhook')}>
        {() =>
          endpoint ? (
            <>
              <div className="grid mb-6 empty:hidden">
                {endpoints.length > 1 || chosen === added ? (
                  <EndpointList endpoints={endpoints} current={endpoint.endpointId} tab={tab} />
                ) : null}
                <Banners key={endpoint.endpointId} endpoint={endpoint} />
                {endpoint.endpointId ? <EndpointStrip endpoint={endpoint} /> : null}
              </div>
              <WebhookTabs current={tab} endpoint={endpoint}>
                <Suspense fallback={<SkeletonLines />}>
                  <Current endpoint={endpoint} isFirst={endpoints.length === 0} />
                </Suspense>
              </WebhookTabs>
            </>
          ) : (
            <NotFoundPage />
          )
        }
      </Region>
    </div>
  )
}

/** The one that the address names, the primary one without; undefined where there is no such. */
function chosenOf(
  endpoints: readonly WebhookEndpoint[],
  chosen: string | undefined,
): WebhookEndpoint | undefined {
  if (chosen === added) return blankEndpoint
  if (chosen === undefined) return endpoints[0] ?? blankEndpoint
  return endpoints.find(({ endpointId }) => endpointId === chosen)
}

type HeadProps = { endpoint: WebhookEndpoint | undefined; count: number }

function HeadActions({ endpoint, count }: HeadProps) {
  const navigate = useNavigate()
  const full =
    count < webhookEndpointsMax
      ? undefined
      : t('There are {count} endpoints; delete one first', { count })
  return (
    <>
      <Button
        icon={Plus}
        disabledReason={useMissingPermission('webhooks:write') ?? full}
        onClick={() => void navigate(paths.webhooks(undefined, added))}
      >
        {t('Add endpoint')}
      </Button>
      {endpoint?.endpointId ? <EndpointActions endpoint={endpoint} /> : null}
    </>
  )
}

function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('webhooks:write')
  const { exhausted } = endpoint.day
  return (
    <>
      <LinkButton data-key="new" to={paths.webhooks('test', linkedId(endpoint))} icon={Send}>
        {t('Send test event')}
      </LinkButton>
      <DialogButton
        icon={RotateCw}
        disabledReason={
          missing ?? (endpoint.status === 'DISABLED' ? t('Enable it first') : undefined)
        }
        dialog={(close) => (
          <ReplayDialog
            endpoint={endpoint}
            onClose={close}
            onStarted={(recoveryId) => {
              close()
              void navigate(paths.webhookReplay(recoveryId))
            }}
          />
        )}
      >
        {exhausted > 0 ? t('Replay {count} failed', { count: countText(exhausted) }) : t('Replay')}
      </DialogButton>
    </>
  )
}
