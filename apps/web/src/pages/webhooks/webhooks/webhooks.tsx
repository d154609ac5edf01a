import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Banners } from './banners.tsx'
import { EndpointStrip } from './endpoint-strip.tsx'
import { type WebhookEndpoint, webhookEndpointQuery } from '../../../api/queries/webhooks.ts'
import { WebhookTabs } from '../../../features/webhooks/webhook-tabs.tsx'
import { t } from '../../../messages/text.ts'

type Content = ComponentType<{ endpoint: WebhookEndpoint }>

const contents: Record<string, Content> = {
  endpoint: lazy(async () => ({
    default: (await import('../endpoint/endpoint-tab.tsx')).EndpointTab,
  })),
  secret: lazy(async () => ({ default: (await import('../secret/secret-tab.tsx')).SecretTab })),
  deliveries: lazy(async () => ({
    default: (await import('../deliveries/deliveries-tab.tsx')).DeliveriesTab,
  })),
  test: lazy(async () => ({ default: (await import('../test-events/test-tab.tsx')).TestTab })),
  verifier: lazy(async () => ({
    default: (await import('../verifier/verifier-tab.tsx')).VerifierTab,
  })),
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
    <div className="s:-mt-2">
      <PageHead
        heading={t('Webhooks')}
        actions={endpoint?.webhookUrl ? <HeadActions endpoint={endpoint} /> : null}
      />
      <Region query={query} what={t('The webhook')}>
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
    </div>
  )
}

function HeadActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('webhooks:write')
  const [replays, setReplays] = useState(false)
  const { exhausted } = endpoint.day
  return (
    <>
      <LinkButton
        data-key="new"
        to={paths.webhooks('test')}
        icon={<Send className="icon-medium" />}
      >
        {t('Send test event')}
      </LinkButton>
      <Button
        icon={<RotateCw className="icon-medium" />}
        disabledReason={
          missing ?? (endpoint.status === 'DISABLED' ? t('Enable it first') : undefined)
        }
        onClick={() => setReplays(true)}
      >
        {exhausted > 0 ? t('Replay {count} failed', { count: countText(exhausted) }) : t('Replay')}
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
