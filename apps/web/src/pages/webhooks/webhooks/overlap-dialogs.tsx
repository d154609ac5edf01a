import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { OverlapForm } from '../secret/overlap-form.tsx'
import { Refused } from '../../../features/actions/refused.tsx'
import { webhooksKey } from '../../../api/queries/webhooks.ts'

function useOverlap(done: string, onClose: () => void) {
  const queries = useQueryClient()
  return useAction(webhooks.setOverlap, {
    onDone: async () => {
      onClose()
      toast({ tone: 'done', title: done })
      await queries.invalidateQueries({ queryKey: webhooksKey })
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
      description="From the next delivery only the new signature is sent. Receivers that only have the old secret will refuse events."
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
