import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/inputs.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { t } from '../../../messages/text.ts'

/** A new signing secret, shown once; leaving needs the word that it is stored. */
export function SecretOnce({ secret, onStored }: { secret: string; onStored: () => void }) {
  const [stored, setStored] = useState(false)
  return (
    <Dialog
      open
      persistent
      onOpenChange={() => undefined}
      title={t('Store your signing secret')}
      description={t(
        'Your program verifies each delivery with it. It is shown only now and cannot be read again; a lost one is replaced by rotating.',
      )}
      footer={
        <Button
          variant="primary"
          disabledReason={stored ? undefined : t('Store the secret first')}
          onClick={onStored}
        >
          {t('Done')}
        </Button>
      }
    >
      <div className="grid">
        <section aria-label={t('Signing secret')} className="code row between">
          <code>{secret}</code>
          <CopyButton text={secret} label={t('Copy signing secret')} />
        </section>
        <div>
          <Button icon={Download} onClick={() => download(secret)}>
            {t('Download secret')}
          </Button>
        </div>
        <Checkbox
          label={t('I have stored it')}
          checked={stored}
          onChange={(event) => setStored(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function download(secret: string): void {
  const url = URL.createObjectURL(new Blob([`${secret}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'corridor-webhook-secret.txt'
  link.click()
  URL.revokeObjectURL(url)
}
