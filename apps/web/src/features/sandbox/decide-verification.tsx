import { Button } from '../../ui/controls/button.tsx'
import { setDock } from './dock-state.ts'
import { t } from '../../messages/text.ts'

/** What a live service's own people would do next is done in the panel. */
export function DecideVerification() {
  return (
    <div className="subsection grid gap-2">
      <p className="muted">
        <span className="tag">{t('Sandbox')}</span>{' '}
        {t('Nobody reviews customers here. Decide it yourself in the sandbox panel.')}
      </p>
      <div>
        <Button onClick={() => setDock(true)}>{t('Decide verification')}</Button>
      </div>
    </div>
  )
}
