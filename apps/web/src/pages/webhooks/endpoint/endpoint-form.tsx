import { Fingerprint } from 'lucide-react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { CheckAddress } from './check-address.tsx'
import { EventChoice } from './event-choice.tsx'
import { Refused } from '../../../features/actions/refused.tsx'
import type { WebhookEndpoint, RetryPreset } from '../../../api/queries/webhooks.ts'
import { useEndpointForm } from './use-endpoint-form.ts'
import { presetTexts, scheduleText } from '../../../features/webhooks/labels.ts'
import { t } from '../../../messages/text.ts'

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
  const { values, set, errors, problem, element } = form
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
        value={values.webhookUrl}
        error={errors.webhookUrl}
        onChange={(event) => set({ webhookUrl: event.target.value })}
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
