import { useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { SecretOnce } from '../secret/secret-once.tsx'
import { SendingCard } from './sending-card.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type Props = { endpoint: WebhookEndpoint; isFirst: boolean }

/** Where events go, which ones, and whether they go at all. */
export function EndpointTab({ endpoint, isFirst }: Props) {
  const [secret, setSecret] = useState<string | undefined>()
  const { webhookUrl, description, events, retryPreset } = endpoint
  const isNew = webhookUrl === ''
  const newTitle = isFirst ? t('Register a webhook') : t('Add an endpoint')
  return (
    <div className="grid grid-3-2">
      <Card title={isNew ? newTitle : t('Endpoint settings')}>
        {isNew ? (
          <p className="muted mb-4 max-w-160">
            {t(
              'Every change to a transfer, customer or account is an event. Enter an address and each event is sent there, signed, as it happens.',
            )}
          </p>
        ) : null}
        {/* What was saved elsewhere replaces what the form began with. */}
        <EndpointForm
          key={JSON.stringify([endpoint.endpointId, webhookUrl, description, events, retryPreset])}
          endpoint={endpoint}
          isFirst={isFirst}
          onSecret={setSecret}
        />
      </Card>
      <div className="grid">
        {isNew ? null : <SendingCard key={endpoint.endpointId} endpoint={endpoint} />}
        <AddressTip />
      </div>
      {secret ? <SecretOnce secret={secret} onStored={() => setSecret(undefined)} /> : null}
    </div>
  )
}

function AddressTip() {
  const isSandbox = useSession()?.environment === 'sandbox'
  return (
    <Card title={t('Which addresses work')}>
      <ul className="stack muted bullets">
        {isSandbox ? (
          <li>
            {rich(
              'In the sandbox, your own machine also works: {example}, spelled {name}, {ipv4} or {ipv6}, with any port.',
              {
                example: <span className="mono">http://localhost:4000/webhooks</span>,
                name: <span className="mono">localhost</span>,
                ipv4: <span className="mono">127.0.0.1</span>,
                ipv6: <span className="mono">[::1]</span>,
              },
            )}
          </li>
        ) : null}
        <li>
          {rich(
            'A public name with {scheme} and port 443 or 8443. Private network addresses are refused, even behind a public name.',
            { scheme: <span className="mono">https</span> },
          )}
        </li>
        <li>
          {t(
            'Does the service run elsewhere than your program? A tunnel gives a laptop a public https address; register what the tunnel prints, with your path behind it.',
          )}
        </li>
        <li>{t('Redirects are not followed: any answer other than 2xx counts as a failure.')}</li>
      </ul>
    </Card>
  )
}
