import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { webhooks } from '../../api/call.ts'
import { refusalText, useAction } from '../../components/confirmed-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'

export const overlapChoices = [
  { value: '0', label: 'None: the old secret ends at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '48', label: '2 days' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
]

function useOverlap(done: string, onClose: () => void) {
  const queries = useQueryClient()
  return useAction(webhooks.setOverlap, {
    byPasskey: true,
    onDone: async () => {
      onClose()
      toast({ tone: 'done', title: done })
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
}

export function KeepDialog({ until, onClose }: { until: string; onClose: () => void }) {
  const form = useId()
  const [hours, setHours] = useState('48')
  const keep = useOverlap('The old secret is kept longer', onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.send({ body: { hours: Number(hours) } })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keep the old secret longer"
      description={
        <>
          It ends on <Time at={until} withZone /> now. Your passkey confirms the change.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            icon={<Fingerprint />}
            busy={keep.isBusy}
          >
            Keep old secret
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        <SelectField
          label="From now on, for"
          options={overlapChoices.filter(({ value }) => value !== '0')}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <Refused title="Not changed" error={keep.error} />
      </form>
    </Dialog>
  )
}

export function EndDialog({ onClose }: { onClose: () => void }) {
  const end = useOverlap('The old secret has ended', onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="End the old secret now"
      description="From the next delivery on only the new signature is sent. A receiver that knows only the old secret refuses events from then on."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger-filled"
            icon={<Fingerprint />}
            busy={end.isBusy}
            onClick={() => end.send({ body: { hours: 0 } })}
          >
            End old secret
          </Button>
        </>
      }
    >
      {end.error ? <Refused title="Not ended" error={end.error} /> : null}
    </Dialog>
  )
}

/** Why the service did not do it. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  if (!error) return null
  return (
    <Notice tone="fail" alert title={title}>
      {refusalText(error)}
    </Notice>
  )
}
