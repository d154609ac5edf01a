import { Refused } from '../../../features/actions/refused.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhooks } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

/** Sends again from a chosen event on: all that was skipped, some of it, or only what is new. */
export function EnableDialog({ endpoint, onClose }: Props) {
  const queries = useQueryClient()
  const { skippedFrom, lastSequence } = endpoint
  const [from, setFrom] = useState(skippedFrom === undefined ? 'new' : 'skipped')
  const [number, setNumber] = useState(String(skippedFrom ?? lastSequence + 1))
  const first = from === 'skipped' ? skippedFrom : from === 'new' ? lastSequence + 1 : whole(number)
  const problem =
    first === undefined || first > lastSequence + 1
      ? `Give a number from 1 to ${lastSequence + 1}`
      : undefined
  const enable = useAction(webhooks.resume, {
    onDone: async ({ data }) => {
      onClose()
      toast({
        tone: 'done',
        title: 'The endpoint is enabled',
        text: `${countText(data.scheduled)} ${data.scheduled === 1 ? 'event is' : 'events are'} sent now.`,
      })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  const submit = () => {
    if (problem === undefined && first !== undefined) enable.send({ body: { fromSequence: first } })
  }
  return (
    <FormDialog
      wide
      title="Enable the endpoint"
      description="Events have numbers without gaps. Choose the first one that is sent; each keeps its id, so a receiver can tell what it has seen."
      button="Enable"
      isBusy={enable.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label="Begin with"
        value={from}
        onChange={setFrom}
        options={[
          {
            value: 'skipped',
            label: 'The first skipped event',
            text: skippedFrom === undefined ? undefined : `Number ${skippedFrom}`,
            disabledReason: skippedFrom === undefined ? 'Nothing was skipped' : undefined,
          },
          { value: 'number', label: 'Another event', text: 'By its number' },
          { value: 'new', label: 'What happens next', text: 'Nothing from before' },
        ]}
      />
      {from === 'number' ? (
        <TextField
          label="First event number"
          inputMode="numeric"
          hint={`The newest event has number ${lastSequence}.`}
          value={number}
          error={problem}
          onChange={(event) => setNumber(event.target.value)}
        />
      ) : null}
      <Refused title="Not enabled" error={enable.error} />
    </FormDialog>
  )
}

function whole(text: string): number | undefined {
  const value = Number(text.trim())
  return Number.isInteger(value) && value > 0 ? value : undefined
}
