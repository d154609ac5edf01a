import './dock.css'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/controls/button.tsx'
import { smallScreen, useMedia } from '../../../ui/table/model/use-media.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { Drawer } from '../../../ui/overlays/dialog.tsx'
import { FrameContext } from '../control.tsx'
import { Mailbox } from '../mailbox.tsx'
import { BlocksControl, ClockControl, FaucetControl } from '../service-controls.tsx'
import { setDock } from '../dock-state.ts'
import { subjectOf } from './subject.ts'
import { SubjectControls } from './subject-controls.tsx'
import { t } from '../../../messages/text.ts'

const close = () => setDock(false)

/** What only a sandbox has: the part of everybody else, first for the page at hand, then for the whole service. */
export function Dock() {
  const small = useMedia(smallScreen)
  // The page gives way by an attribute: a `:has()` from the root would be looked up again at every change of the page.
  useLayoutEffect(() => {
    if (small) return undefined
    const { dataset } = document.documentElement
    dataset['dock'] = ''
    return () => {
      delete dataset['dock']
    }
  }, [small])
  if (small) {
    return (
      <Drawer open onOpenChange={close} title={t('Sandbox')}>
        <div className="p-4">
          <Contents />
        </div>
      </Drawer>
    )
  }
  return (
    <aside className="dock" aria-label={t('Sandbox')}>
      <Contents />
    </aside>
  )
}

function Contents() {
  const { pathname, search } = useLocation()
  const subject = subjectOf(pathname, search)
  const [result, setResult] = useState({ text: '', of: '' })
  const at = subject ? `${subject.kind} ${subject.id}` : ''
  const frame = useMemo(() => ({ say: (text: string) => setResult({ text, of: at }) }), [at])
  return (
    <FrameContext value={frame}>
      <div className="row between mb-3">
        <h2>{t('Sandbox')}</h2>
        <Button
          variant="quiet"
          square
          aria-label={t('Close sandbox panel')}
          icon={<X />}
          onClick={close}
        />
      </div>
      <output className="block mb-3">
        {result.text !== '' && result.of === at ? (
          <Notice tone="done" title={result.text} />
        ) : (
          <span className="muted">{t('Nothing here moves real money.')}</span>
        )}
      </output>
      <SubjectControls key={at} subject={subject} />
      <Part title={t('Clock')}>
        <ClockControl />
      </Part>
      <Part title={t('Chain')}>
        <FaucetControl />
        <BlocksControl />
      </Part>
      <Part title={t('Mailbox')}>
        <Mailbox />
      </Part>
    </FrameContext>
  )
}

/** A part of the service; what is in it is read only once it is opened. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="subsection" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="strong">{title}</summary>
      {open ? <div className="grid mt-3">{children}</div> : null}
    </details>
  )
}
