import { useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMissingPermission } from '../../api/session.ts'
import { LinkButton } from '../../components/links.tsx'
import { Component as NotFoundPage } from '../../components/not-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Region } from '../../components/region.tsx'
import { webhookEndpointQuery } from '../../components/webhook-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/numbers.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Banners } from './banners.tsx'
import { EndpointStrip } from './endpoint-strip.tsx'
import type { Endpoint } from './queries.ts'
import { WebhookTabs } from './webhook-tabs.tsx'

type Content = ComponentType<{ endpoint: Endpoint }>

const contents: Record<string, Content> = {
  endpoint: lazy(async () => ({ default: (await import('./endpoint-tab.tsx')).EndpointTab })),
  secret: lazy(async () => ({ default: (await import('./secret-tab.tsx')).SecretTab })),
  deliveries: lazy(async () => ({ default: (await import('./deliveries-tab.tsx')).DeliveriesTab })),
  test: lazy(async () => ({ default: (await import('./test-tab.tsx')).TestTab })),
  verifier: lazy(async () => ({ default: (await import('./verifier-tab.tsx')).VerifierTab })),
}
const ReplayDialog = lazy(async () => ({
  default: (await import('./replay-dialog.tsx')).ReplayDialog,
}))

/** What happened goes to the partner's own server: where to, under which secret, and how it went. */
export function Component() {
  const { tab = 'endpoint' } = useParams()
  const query = useQuery(webhookEndpointQuery)
  const Current = contents[tab]
  if (!Current) return <NotFoundPage />
  const endpoint = query.data?.data
  return (
    <>
      <PageHead
        heading="Webhooks"
        actions={endpoint?.webhookUrl ? <HeadActions endpoint={endpoint} /> : null}
      />
      <Region query={query} what="The webhook">
        {({ data }) => (
          <>
            <div className="grid mb-6 empty:hidden">
              <Banners endpoint={data} />
              {data.webhookUrl === '' ? null : <EndpointStrip endpoint={data} />}
            </div>
            <WebhookTabs current={tab} day={data.day}>
              <Suspense fallback={<SkeletonLines />}>
                <Current endpoint={data} />
              </Suspense>
            </WebhookTabs>
          </>
        )}
      </Region>
    </>
  )
}

function HeadActions({ endpoint }: { endpoint: Endpoint }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('webhooks:write')
  const [replays, setReplays] = useState(false)
  const { exhausted } = endpoint.day
  return (
    <>
      <LinkButton to={paths.webhooks('test')} icon={<Send className="i-m" />}>
        Send test event
      </LinkButton>
      <Button
        icon={<RotateCw className="i-m" />}
        disabledReason={missing ?? (endpoint.status === 'DISABLED' ? 'Enable it first' : undefined)}
        onClick={() => setReplays(true)}
      >
        {exhausted > 0 ? `Replay ${countText(exhausted)} failed` : 'Replay'}
      </Button>
      <Suspense>
        {replays ? (
          <ReplayDialog
            onClose={() => setReplays(false)}
            onStarted={(recoveryId) => {
              setReplays(false)
              void navigate(paths.webhookReplay(recoveryId))
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
