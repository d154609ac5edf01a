import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/inputs.tsx'
import { saveAs } from '../../ui/controls/save-as.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  title: string
  description: string
  /** What it is, and what the buttons for it are called. */
  label: string
  copy: string
  save: string
  file: string
  text: string
  children: ReactNode
  /** Why the dialog stays until it is stored. */
  reason: string
  onStored: () => void
}

/** A secret text, shown once; leaving needs the word that it is stored. */
export function ShownOnce(props: Props) {
  const { title, description, label, copy, save, file, text, children, reason, onStored } = props
  const [isStored, setStored] = useState(false)
  return (
    <Dialog
      open
      persistent
      onOpenChange={() => undefined}
      title={title}
      description={description}
      footer={
        <Button variant="primary" disabledReason={isStored ? undefined : reason} onClick={onStored}>
          {t('Done')}
        </Button>
      }
    >
      <div className="grid">
        <section aria-label={label} className="code row between">
          {children}
          <CopyButton text={text} label={copy} />
        </section>
        <div>
          <Button icon={Download} onClick={() => saveAs(file, `${text}\n`)}>
            {save}
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
