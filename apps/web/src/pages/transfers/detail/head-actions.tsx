import { Ellipsis, Link as LinkIcon, ReceiptText, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { copyLink } from '../../../features/transfers/copy-link.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const ShareDialog = part(() => import('./tracking/share-dialog.tsx'), 'ShareDialog')

/** What can be taken away from a transfer; nothing here moves money. */
export function HeadActions({ transfer }: { transfer: Transfer }) {
  const { executionId } = transfer
  return (
    <>
      <LinkButton to={paths.receipt(executionId)} icon={ReceiptText}>
        {t('Receipt')}
      </LinkButton>
      <Button icon={LinkIcon} onClick={() => void copyLink(executionId)}>
        {t('Copy link')}
      </Button>
      <DialogButton
        icon={Share2}
        dialog={(close) => <ShareDialog executionId={executionId} onClose={close} />}
      >
        {t('Share tracking link')}
      </DialogButton>
      <More transfer={transfer} />
    </>
  )
}

const load = () => import('./head-menu.tsx')
const Menu = lazyPart(load, 'HeadMenu')

/** What is needed now and then; the menu comes when its button is hovered, focused or pressed. */
function More({ transfer }: { transfer: Transfer }) {
  const [state, setState] = useState<'closed' | 'open'>()
  const preload = () => {
    void load().then(() => setState((now) => now ?? 'closed'))
  }
  const button = (
    <Button
      square
      aria-label={t('More actions')}
      aria-haspopup="menu"
      aria-expanded={false}
      icon={Ellipsis}
      onMouseEnter={preload}
      onFocus={preload}
      // Already when it is pressed: a click is lost where the menu takes the button's place meanwhile.
      onPointerDown={({ button: pressed }) => pressed === 0 && setState('open')}
      onClick={() => setState('open')}
    />
  )
  if (!state) return button
  return (
    <Suspense fallback={button}>
      <Menu transfer={transfer} defaultOpen={state === 'open'} />
    </Suspense>
  )
}
