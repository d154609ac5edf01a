import { Fingerprint } from 'lucide-react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup, TextField } from '../../../ui/controls/inputs.tsx'
import { CheckAddress } from './check-address.tsx'
import { EventChoice } from './event-choice.tsx'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import {
  type WebhookEndpoint,
  type RetryPreset,
  webhooksKey,
} from '../../../api/queries/webhooks.ts'
import { presetTexts, scheduleText } from '../../../features/webhooks/labels.ts'
import { t } from '../../../messages/text.ts'
import { useNavigate } from 'react-router'
import { webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { paths } from '../../../routing/paths.ts'
import { type FixedErrors, useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'

type Props = {
  endpoint: WebhookEndpoint
  /** Whether the partner has no other. */
  isFirst: boolean
  onSecret: (secret: string) => void
}

const presets = (Object.keys(presetTexts) as RetryPreset[]).map((value) => ({
  value,
  ...presetTexts[value],
}))

/** Everything that the partner chooses about the endpoint; the first saving also makes its secret. */
export function EndpointForm({ endpoint, isFirst, onSecret }: Props) {
  const missing = useMissingPermission('webhooks:write')
  const { form, isChanged, isBusy, onSubmit } = useEndpointForm(endpoint, {
    isFirst,
    onSecret,
  })
  const { values, field, set, errors, problem, element } = form
  const isNew = endpoint.webhookUrl === ''
  return (
    <form className="grid" noValidate ref={element} onSubmit={onSubmit} aria-label={t('Endpoint')}>
      <TextField
        label={t('Endpoint URL')}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/webhooks/corridor"
        {...field('webhookUrl')}
      />
      <CheckAddress url={values.webhookUrl.trim()} missing={missing} />
      <TextField
        label={t('Description')}
        optional
        maxLength={200}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <EventChoice
        chosen={values.chosen}
        events={values.events}
        error={errors.events}
        onChange={(chosen, events) => set({ chosen, events })}
      />
      <RadioGroup
        label={t('When an attempt fails')}
        options={presets}
        value={values.retryPreset}
        onChange={(value) => set({ retryPreset: value as RetryPreset })}
      />
      <p className="hint -mt-2">
        {t('Attempts after: {schedule}.', { schedule: scheduleText(values.retryPreset) })}
      </p>
      <Refused title={t('Not saved')} error={problem?.error} />
      <div className="row flex-wrap">
        <Button
          variant="primary"
          type="submit"
          busy={isBusy}
          icon={<Fingerprint />}
          disabledReason={missing ?? (isChanged ? undefined : t('Nothing has changed'))}
        >
          {isNew ? (isFirst ? t('Register webhook') : t('Add endpoint')) : t('Save changes')}
        </Button>
        {missing ? null : <span className="muted">{t('Your passkey confirms the change.')}</span>}
      </div>
    </form>
  )
}

/** What is typed, whether it may be saved, and what the service says to it. */
function useEndpointForm(
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
