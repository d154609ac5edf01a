import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { onClose: () => void; onStay: () => Promise<void> }

export function SessionWarning({ onClose, onStay }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Are you still there?"
      description="You will be signed out in two minutes. This page and what you typed stay as they are."
      footer={
        <Button variant="primary" onClick={() => void onStay()}>
          I'm still here
        </Button>
      }
    />
  )
}
