import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/inputs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { t } from '../../messages/text.ts'

/** A new key's text, shown once; leaving needs the word that it is stored. */
export function KeyOnce({ text, onStored }: { text: string; onStored: () => void }) {
  const [isStored, setStored] = useState(false)
  return (
    <Dialog
      open
      persistent
      onOpenChange={() => undefined}
      title={t('Store your API key')}
      description={t(
        'Your program sends it with each call. It is shown only now and cannot be read again; a lost one is replaced by rotating.',
      )}
      footer={
        <Button
          variant="primary"
          disabledReason={isStored ? undefined : t('Store the key first')}
          onClick={onStored}
        >
          {t('Done')}
        </Button>
      }
    >
      <div className="grid">
        <section aria-label={t('API key')} className="code row between">
          <code className="break-all">{text}</code>
          <CopyButton text={text} label={t('Copy API key')} />
        </section>
        <div>
          <Button icon={Download} onClick={() => saveAs('corridor-api-key.txt', `${text}\n`)}>
            {t('Download key')}
          </Button>
        </div>
        <Checkbox
          label={t('I have stored it')}
          checked={isStored}
          onChange={(event) => setStored(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
