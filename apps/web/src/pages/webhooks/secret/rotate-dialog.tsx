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
      description="A new secret is created and shown once. Until the old one expires, each delivery is signed with both."
      label="Keep signing with the old secret for another"
      start={24}
      mayEnd
      hint={(hours) =>
        hours === 0
          ? 'Receivers that do not have the new secret yet will reject deliveries.'
          : 'You can end it sooner or keep it longer afterwards.'
      }
      submit="Create new secret"
      refused="Not rotated"
      action={rotate}
      onSubmit={(overlapHours) => rotate.send({ body: { overlapHours } })}
      onClose={onClose}
    />
  )
}
