import { useQueryClient } from '@tanstack/react-query'
import { webhooks } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { OverlapForm } from './overlap-form.tsx'
import { webhooksKey } from '../../../api/queries/webhooks.ts'

type Props = { onClose: () => void; onSecret: (secret: string) => void }

/** Makes a new secret; the old one signs beside it for the chosen time. */
export function RotateDialog({ onClose, onSecret }: Props) {
  const queries = useQueryClient()
  const rotate = useAction(webhooks.rotateSecret, {
    byPasskey: true,
    onDone: async ({ data }) => {
      onSecret(data.signingSecret)
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <OverlapForm
      title="Rotate the signing secret"
      description="A new secret is made and shown once. Until the old one ends, each delivery carries a signature of both."
      label="Old secret signs for another"
      start={24}
      mayEnd
      hint={(hours) =>
        hours === 0
          ? 'Deliveries fail at receivers that do not know the new secret yet.'
          : 'It can be ended sooner or kept longer afterwards.'
      }
      submit="Make new secret"
      refused="Not rotated"
      action={rotate}
      onSubmit={(overlapHours) => rotate.send({ body: { overlapHours } })}
      onClose={onClose}
    />
  )
}
