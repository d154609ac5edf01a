import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { t } from '../../../messages/text.ts'

type Props = { url: string; text: string; onClose: () => void }

/** A link that is shown once, to be handed over. */
export function LinkMade({ url, text, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Send this link')}
      description={text}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <p className="row gap-1">
        <span className="mono break-all">{url}</span>{' '}
        <CopyButton text={url} label={t('Copy link')} />
      </p>
    </Dialog>
  )
}
