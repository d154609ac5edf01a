import { useSession } from '../../../api/session.ts'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { SetAside } from './set-aside.tsx'
import { TryFile } from './try-file.tsx'
import { t } from '../../../messages/text.ts'

/** Files of the bank, which a sandbox takes from the partner: what they would do, and what they left open. */
export function Component() {
  const isLive = useSession()?.environment === 'live'
  return (
    <>
      <PageHead
        heading={t('Pay-in routes')}
        title={t('Bank files')}
        text={t('Sandbox only: be the bank. Try a file without any effect, or import it.')}
      />
      <PayinNav current="files" />
      {isLive ? (
        <EmptyState title={t('Only a sandbox takes files of the bank here')}>
          {t('In live they come from the bank itself.')}
        </EmptyState>
      ) : (
        <div className="grid">
          <TryFile />
          <SetAside />
        </div>
      )}
    </>
  )
}
