import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { webhooks } from '../../api/call.ts'
import { fieldErrors, isApiError } from '../../api/errors.ts'
import { useMissingPermission } from '../../api/session.ts'
import { useAction } from '../../components/confirmed-call.ts'
import { useFocusOnFirstInvalid } from '../../components/focus-invalid.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { CheckAddress } from './check-address.tsx'
import { EventChoice } from './event-choice.tsx'
import { Refused } from './overlap-dialogs.tsx'
import type { Endpoint, RetryPreset } from './queries.ts'
import { presetTexts, scheduleText } from './words.ts'

type Props = { endpoint: Endpoint; onSecret: (secret: string) => void }

const presets = (Object.keys(presetTexts) as RetryPreset[]).map((value) => ({
  value,
  ...presetTexts[value],
}))

/** Everything that the partner chooses about the endpoint; the first saving also makes its secret. */
export function EndpointForm({ endpoint, onSecret }: Props) {
  const missing = useMissingPermission('webhooks:write')
  const form = useEndpointForm(endpoint, onSecret)
  const { values, set } = form
  const ref = useFocusOnFirstInvalid(form.attempts)
  const isNew = endpoint.webhookUrl === ''
  return (
    <form className="grid" noValidate ref={ref} onSubmit={form.submit} aria-label="Endpoint">
      <TextField
        label="Endpoint URL"
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/webhooks/corridor"
        value={values.webhookUrl}
        error={form.problems.webhookUrl}
        onChange={(event) => set({ webhookUrl: event.target.value })}
      />
      <CheckAddress url={values.webhookUrl.trim()} missing={missing} />
      <TextField
        label="Description"
        optional
        maxLength={200}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <EventChoice
        chosen={values.chosen}
        events={values.events}
        error={form.problems.events}
        onChange={(chosen, events) => set({ chosen, events })}
      />
      <RadioGroup
        label="When an attempt fails"
        options={presets}
        value={values.retryPreset}
        onChange={(value) => set({ retryPreset: value as RetryPreset })}
      />
      <p className="hint -mt-2">Attempts after: {scheduleText(values.retryPreset)}.</p>
      <Refused title="Not saved" error={form.refusal} />
      <div className="row flex-wrap">
        <Button
          variant="primary"
          type="submit"
          busy={form.isBusy}
          icon={form.byPasskey ? <Fingerprint /> : undefined}
          disabledReason={missing ?? (form.isChanged ? undefined : 'Nothing has changed')}
        >
          {isNew ? 'Register webhook' : 'Save changes'}
        </Button>
        {form.byPasskey && !missing ? (
          <span className="muted">Your passkey confirms the address.</span>
        ) : null}
      </div>
    </form>
  )
}

function useEndpointForm(endpoint: Endpoint, onSecret: (secret: string) => void) {
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
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
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
