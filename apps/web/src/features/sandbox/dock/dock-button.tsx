import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { setDock, useDockOpen } from '../dock-state.ts'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const Dock = lazyPart(() => import('./dock.tsx'), 'Dock')

/** The name of the environment, which opens what only a sandbox has. */
export function DockButton() {
  const open = useDockOpen()
  return (
    <>
      <button
        type="button"
        className="environment"
        title={t('Simulate deposits, decisions and time')}
        aria-expanded={open}
        onClick={() => setDock(!open)}
      >
        {t('Sandbox')}
      </button>
      <Suspense>{open ? createPortal(<Dock />, document.body) : null}</Suspense>
    </>
  )
}
