import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { fieldErrors, isApiError } from '../../../api/errors.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'

/** What is typed, whether it may be saved, and what the service says to it. */
export function useEndpointForm(endpoint: WebhookEndpoint, onSecret: (secret: string) => void) {
  const queries = useQueryClient()
  const saved = {
    webhookUrl: endpoint.webhookUrl,
    description: endpoint.description,
    chosen: endpoint.events.length > 0,
    events: endpoint.events,
    retryPreset: endpoint.retryPreset,
  }
  const [values, setValues] = useState(saved)
  const [attempts, setAttempts] = useState(0)
  const byPasskey = values.webhookUrl.trim() !== saved.webhookUrl
  const register = useAction(webhooks.register, {
    byPasskey,
    version: endpoint.webhookUrl === '' ? undefined : endpoint.version,
    repeats: true,
    onDone: async ({ data }) => {
      if (data.signingSecret) onSecret(data.signingSecret)
      toast({
        tone: 'done',
        title: endpoint.webhookUrl === '' ? 'Webhook registered' : 'Changes saved',
        text: byPasskey ? 'A signed test event is on its way to the address.' : '',
      })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
    onRefused: () => setAttempts((count) => count + 1),
  })
  const own = attempts > 0 ? ownProblems(values) : {}
  const refused = isApiError(register.error)
    ? fieldErrors(register.error, ['webhookUrl', 'events'])
    : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(ownProblems(values)).length > 0) {
      setAttempts(attempts + 1)
      return
    }
    const { webhookUrl, description, chosen, events, retryPreset } = values
    register.send({
      body: {
        webhookUrl: webhookUrl.trim(),
        description: description.trim(),
        events: chosen ? [...events] : [],
        retryPreset,
      },
    })
  }
  return {
    attempts,
    values,
    set: (change: Partial<typeof values>) => {
      register.forget()
      setValues({ ...values, ...change })
    },
    isChanged: endpoint.webhookUrl === '' || JSON.stringify(values) !== JSON.stringify(saved),
    byPasskey,
    isBusy: register.isBusy,
    submit,
    problems: {
      webhookUrl: own.webhookUrl ?? refused?.byField.get('webhookUrl'),
      events: own.events ?? refused?.byField.get('events'),
    },
    /** What is said at no field. */
    refusal: refused && refused.byField.size > 0 ? undefined : register.error,
  }
}

type Problems = { webhookUrl?: string; events?: string }

function ownProblems(values: { webhookUrl: string; chosen: boolean; events: readonly string[] }) {
  const problems: Problems = {}
  if (values.webhookUrl.trim() === '') problems.webhookUrl = 'Give the address of your endpoint'
  if (values.chosen && values.events.length === 0) problems.events = 'Choose at least one event'
  return problems
}
