import { useNavigate } from 'react-router'
import { webhooks } from '../../../api/call.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { paths } from '../../../routing/paths.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { type FixedErrors, useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

/** What is typed, whether it may be saved, and what the service says to it. */
export function useEndpointForm(
  endpoint: WebhookEndpoint,
  { isFirst, onSecret }: { isFirst: boolean; onSecret: (secret: string) => void },
) {
  const navigate = useNavigate()
  const { webhookUrl, description, events, retryPreset } = endpoint
  const isNew = webhookUrl === ''
  const saved = { webhookUrl, description, chosen: events.length > 0, events, retryPreset }
  const form = useFixedForm({ start: saved, check: ownProblems })
  const { values, refuse, submit } = form
  const isMoved = values.webhookUrl.trim() !== saved.webhookUrl
  const options = {
    version: isNew ? undefined : endpoint.version,
    repeats: true,
    onDone: async ({ data }: { data: Saved }) => {
      if (data.signingSecret) onSecret(data.signingSecret)
      toast({
        tone: 'done',
        title: isNew ? t('Webhook registered') : t('Changes saved'),
        text: isMoved ? t('A signed test event is on its way to the address.') : '',
      })
      await queries.invalidateQueries({ queryKey: webhooksKey })
      // One that was added is at its own address now.
      if (isNew && !isFirst) void navigate(paths.webhooks(undefined, data.endpointId))
    },
    onRefused: refuse,
  }
  const register = useAction(webhooks.register, options)
  const create = useAction(webhooks.createEndpoint, options)
  const update = useAction(webhooks.updateEndpoint, options)
  return {
    form,
    isChanged: isNew || JSON.stringify(values) !== JSON.stringify(saved),
    isBusy: register.isBusy || create.isBusy || update.isBusy,
    onSubmit: submit((typed) => {
      const body = {
        webhookUrl: typed.webhookUrl.trim(),
        description: typed.description.trim(),
        events: typed.chosen ? [...typed.events] : [],
        retryPreset: typed.retryPreset,
      }
      if (!isNew) return update.send({ ...paramsOf(endpoint), body })
      return isFirst ? register.send({ body }) : create.send({ body })
    }),
  }
}

type Saved = { endpointId?: string; signingSecret?: string | undefined }

type Values = Pick<WebhookEndpoint, 'webhookUrl' | 'description' | 'events' | 'retryPreset'> & {
  chosen: boolean
}

function ownProblems({ webhookUrl, chosen, events }: Values): FixedErrors<Values> {
  return {
    ...(webhookUrl.trim() === '' ? { webhookUrl: t('Enter the address of your endpoint') } : {}),
    ...(chosen && events.length === 0 ? { events: t('Choose at least one event') } : {}),
  }
}
