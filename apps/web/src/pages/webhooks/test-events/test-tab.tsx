import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { DeliveryDetail } from '../deliveries/delivery-detail.tsx'
import { NoEndpoint } from '../../../features/webhooks/no-endpoint.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { readSample, testSamples } from './test-samples.ts'
import { rich } from '../../../messages/rich.tsx'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

const textOf = (name: string) =>
  JSON.stringify(testSamples.find((sample) => sample.name === name)?.sample ?? {}, null, 2)
const first = testSamples[0]?.name ?? ''

/** Sends a signed test event and shows what becomes of it. */
export function TestTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [sent, setSent] = useState<string | undefined>()
  if (endpoint.webhookUrl === '') return <NoEndpoint />
  return (
    <div className="grid grid-2-3">
      <Card title={t('Test event')}>
        <TestForm key={endpoint.endpointId} endpoint={endpoint} onSent={setSent} />
      </Card>
      <Card
        title={t('Result')}
        beside={sent ? <span className="mono truncated">{sent}</span> : null}
        flush
      >
        {sent ? (
          <DeliveryDetail key={sent} deliveryId={sent} withState />
        ) : (
          <EmptyState title={t('Nothing sent yet')}>
            {t('The delivery, its attempts and the receiver’s answer appear here.')}
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

type FormProps = { endpoint: WebhookEndpoint; onSent: (deliveryId: string) => void }

function TestForm({ endpoint, onSent }: FormProps) {
  const missing = useMissingPermission('webhooks:write')
  const [name, setName] = useState(first)
  const [text, setText] = useState(() => textOf(first))
  const { sample, problem } = readSample(text)
  const send = useAction(webhooks.testEndpoint, {
    repeats: true,
    onDone: async ({ data }) => {
      onSent(data.deliveryId)
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sample) send.send({ ...paramsOf(endpoint), body: { sample } })
  }
  return (
    <form className="grid" noValidate onSubmit={submit}>
      <SelectField
        label={t('Sample')}
        options={testSamples.map((item) => ({ value: item.name, label: item.label }))}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setText(textOf(event.target.value))
        }}
      />
      <CodeField
        label={t('Sample as JSON')}
        rows={14}
        value={text}
        error={problem}
        hint={rich('Goes along as {field} of an event {event}; no record changes.', {
          field: <span className="mono">eventObject.sample</span>,
          event: <span className="mono">webhook.test</span>,
        })}
        onChange={(event) => setText(event.target.value)}
      />
      <Refused title={t('Not sent')} error={send.error} />
      <div>
        <Button
          variant="primary"
          type="submit"
          icon={Send}
          busy={send.isBusy}
          disabledReason={missing ?? blocked(endpoint) ?? problem}
        >
          {t('Send test event')}
        </Button>
      </div>
    </form>
  )
}

function blocked({ status }: WebhookEndpoint): string | undefined {
  return status === 'DISABLED' ? t('The endpoint is disabled') : undefined
}
