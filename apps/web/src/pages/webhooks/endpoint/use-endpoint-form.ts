import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { type DraftAt, restored } from '../../../features/drafts/draft-at.ts'
import { forgetDraft } from '../../../features/drafts/saving.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { type FixedErrors, useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { t } from '../../../messages/text.ts'

/** What is typed, whether it may be saved, and what the service says to it. */
export function useEndpointForm(
  endpoint: WebhookEndpoint,
  { draftId, kept }: DraftAt,
  onSecret: (secret: string) => void,
) {
  const queries = useQueryClient()
  const { webhookUrl, description, events, retryPreset } = endpoint
  const isNew = webhookUrl === ''
  const saved = { webhookUrl, description, chosen: events.length > 0, events, retryPreset }
  const [start] = useState(() => restored(saved, kept))
  const form = useFixedForm({ start, check: ownProblems })
  const { values, refuse, submit } = form
  const isMoved = values.webhookUrl.trim() !== saved.webhookUrl
  const register = useAction(webhooks.register, {
    version: isNew ? undefined : endpoint.version,
    repeats: true,
    onDone: async ({ data }) => {
      if (data.signingSecret) onSecret(data.signingSecret)
      toast({
        tone: 'done',
        title: isNew ? t('Webhook registered') : t('Changes saved'),
        text: isMoved ? t('A signed test event is on its way to the address.') : '',
      })
      forgetDraft(queries, draftId)
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
    onRefused: refuse,
  })
  return {
    form,
    start,
    isChanged: isNew || JSON.stringify(values) !== JSON.stringify(saved),
    isBusy: register.isBusy,
    onSubmit: submit((typed) =>
      register.send({
        body: {
          webhookUrl: typed.webhookUrl.trim(),
          description: typed.description.trim(),
          events: typed.chosen ? [...typed.events] : [],
          retryPreset: typed.retryPreset,
        },
      }),
    ),
  }
}

type Values = Pick<WebhookEndpoint, 'webhookUrl' | 'description' | 'events' | 'retryPreset'> & {
  chosen: boolean
}

function ownProblems({ webhookUrl, chosen, events }: Values): FixedErrors<Values> {
  return {
    ...(webhookUrl.trim() === '' ? { webhookUrl: t('Enter the address of your endpoint') } : {}),
    ...(chosen && events.length === 0 ? { events: t('Choose at least one event') } : {}),
  }
}
