import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { webhooks } from '../../api/call.ts'
import { useAction } from '../../components/confirmed-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { overlapChoices, Refused } from './overlap-dialogs.tsx'

type Props = { onClose: () => void; onSecret: (secret: string) => void }

/** Makes a new secret; the old one signs beside it for the chosen time. */
export function RotateDialog({ onClose, onSecret }: Props) {
  const form = useId()
  const queries = useQueryClient()
  const [hours, setHours] = useState('24')
  const rotate = useAction(webhooks.rotateSecret, {
    byPasskey: true,
    onDone: async ({ data }) => {
      onSecret(data.signingSecret)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.send({ body: { overlapHours: Number(hours) } })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rotate the signing secret"
      description="A new secret is made and shown once. Until the old one ends, each delivery carries a signature of both."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            icon={<Fingerprint />}
            busy={rotate.isBusy}
          >
            Make new secret
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        <SelectField
          label="Old secret signs for another"
          options={overlapChoices}
          value={hours}
          hint={
            hours === '0'
              ? 'Deliveries fail at receivers that do not know the new secret yet.'
              : 'It can be ended sooner or kept longer afterwards.'
          }
          onChange={(event) => setHours(event.target.value)}
        />
        <Refused title="Not rotated" error={rotate.error} />
      </form>
    </Dialog>
  )
}
