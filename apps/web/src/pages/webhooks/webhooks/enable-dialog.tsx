import { Refused, useAction } from '../../../features/actions/action.tsx'
import { useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { RadioGroup, TextField } from '../../../ui/controls/inputs.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { plural, t } from '../../../messages/text.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

/** Sends again from a chosen event on: all that was skipped, some of it, or only what is new. */
export function EnableDialog({ endpoint, onClose }: Props) {
  const { skippedFrom, lastSequence } = endpoint
  const [from, setFrom] = useState(skippedFrom === undefined ? 'new' : 'skipped')
  const [number, setNumber] = useState(String(skippedFrom ?? lastSequence + 1))
  const first = from === 'skipped' ? skippedFrom : from === 'new' ? lastSequence + 1 : whole(number)
  const problem =
    first === undefined || first > lastSequence + 1
      ? t('Give a number from 1 to {last}', { last: lastSequence + 1 })
      : undefined
  const enable = useAction(webhooks.resumeEndpoint, {
    onDone: onClose,
    done: ({ data }) => ({
      title: t('The endpoint is enabled'),
      text: plural(
        data.scheduled,
        { one: '{count} event is sent now.', other: '{count} events are sent now.' },
        { count: countText(data.scheduled) },
      ),
    }),
    stale: webhooksKey,
  })
  const submit = () => {
    if (problem === undefined && first !== undefined)
      enable.send({ ...paramsOf(endpoint), body: { fromSequence: first } })
  }
  return (
    <FormDialog
      wide
      title={t('Enable the endpoint')}
      description={t(
        'Events have numbers without gaps. Choose the first one that is sent; each keeps its id, so a receiver can recognise what it has seen.',
      )}
      button={t('Enable')}
      isBusy={enable.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Begin with')}
        value={from}
        onChange={setFrom}
        options={[
          {
            value: 'skipped',
            label: t('The first skipped event'),
            text:
              skippedFrom === undefined ? undefined : t('Number {number}', { number: skippedFrom }),
            disabledReason: skippedFrom === undefined ? t('Nothing was skipped') : undefined,
          },
          { value: 'number', label: t('Another event'), text: t('By its number') },
          { value: 'new', label: t('What happens next'), text: t('Nothing from before') },
        ]}
      />
      {from === 'number' ? (
        <TextField
          label={t('First event number')}
          inputMode="numeric"
          hint={t('The newest event has number {number}.', { number: lastSequence })}
          value={number}
          error={problem}
          onChange={(event) => setNumber(event.target.value)}
        />
      ) : null}
      <Refused title={t('Not enabled')} error={enable.error} />
    </FormDialog>
  )
}

function whole(text: string): number | undefined {
  const value = Number(text.trim())
  return Number.isInteger(value) && value > 0 ? value : undefined
}
