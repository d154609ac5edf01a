import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { webhooks } from '../../api/call.ts'
import { useAction } from '../../components/confirmed-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { OverlapForm } from './overlap-form.tsx'
import { Refused } from './refused.tsx'

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
  const keep = useOverlap('The old secret is kept longer', onClose)
  return (
    <OverlapForm
      title="Keep the old secret longer"
      description={
        <>
          It ends on <Time at={until} withZone /> now. Your passkey confirms the change.
        </>
      }
      label="From now on, for"
      start={48}
      mayEnd={false}
      submit="Keep old secret"
      refused="Not changed"
      action={keep}
      onSubmit={(hours) => keep.send({ body: { hours } })}
      onClose={onClose}
    />
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
