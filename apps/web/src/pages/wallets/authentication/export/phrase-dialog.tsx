import './phrase.css'
import { useEffect, useState } from 'react'
import { openPhrase } from '../../../../signing/export-keys.ts'
import { pinnedServiceKey } from '../../../../signing/service-key.ts'
import { useOwner } from '../../../../signing/session.ts'
import { Button, CopyButton } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/controls/inputs.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { Sealed } from './kept-exports.ts'
import { t } from '../../../../messages/text.ts'

type Props = { sealed: Sealed; entityId: string; walletName: string; onClose: () => void }

/** The words, once. They are in this component alone and go with it. */
export function PhraseDialog({ sealed, entityId, walletName, onClose }: Props) {
  const phrase = usePhrase(sealed, entityId)
  const [revealed, setRevealed] = useState(false)
  const [stored, setStored] = useState(false)
  const broken = phrase === null
  return (
    <Dialog
      open
      persistent
      onOpenChange={onClose}
      title={t('Recovery phrase of {name}', { name: walletName })}
      description={t(
        'Write the words down in this order, on paper. They are shown this once and are kept nowhere here.',
      )}
      footer={
        <Button
          variant="primary"
          disabledReason={broken || stored ? undefined : t('Confirm that you have stored it')}
          onClick={onClose}
        >
          {t('Done')}
        </Button>
      }
    >
      {broken ? (
        <Notice tone="fail" alert title={t('The phrase could not be opened')}>
          {t(
            'The answer is not signed by the key of the service that this browser knows, or it is for another key. Report this before you export again.',
          )}
        </Notice>
      ) : phrase === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <div className="grid">
          {revealed ? (
            <div className="row between bg-sunken rounded-control p-4">
              <ol className="phrase-parts" aria-label={t('Recovery phrase')}>
                {phrase.split(' ').map((part, index) => (
                  <li key={`${index} ${part}`}>{part}</li>
                ))}
              </ol>
              <CopyButton text={phrase} label={t('Copy phrase')} />
            </div>
          ) : (
            <div className="row between bg-sunken rounded-control p-4">
              <span className="muted">{t('Make sure that nobody looks over your shoulder.')}</span>
              <Button onClick={() => setRevealed(true)}>{t('Reveal')}</Button>
            </div>
          )}
          <Checkbox
            label={t('I have stored it')}
            checked={stored}
            disabled={!revealed}
            onChange={(event) => setStored(event.target.checked)}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Undefined while it is opened, null where it cannot be. */
function usePhrase({ bundle, key }: Sealed, entityId: string): string | null | undefined {
  const [phrase, setPhrase] = useState<string | null | undefined>()
  const workspaceId = useOwner()?.workspaceId
  useEffect(() => {
    if (workspaceId === undefined) return undefined
    let isGone = false
    const serviceKey = pinnedServiceKey(workspaceId, bundle)
    const opening = serviceKey ? openPhrase(bundle, { key, entityId, serviceKey }) : undefined
    void Promise.resolve(opening).then((opened) => {
      if (!isGone) setPhrase(opened ?? null)
    })
    return () => {
      isGone = true
    }
  }, [bundle, key, entityId, workspaceId])
  return phrase
}
