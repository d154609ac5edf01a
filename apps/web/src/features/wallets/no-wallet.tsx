import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, EmptyState } from '../../ui/display/blocks.tsx'
import { t } from '../../messages/text.ts'

/** The way to an entity's first wallet. */
export function NoWallet({ entityId }: { entityId: string }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('wallets:write')
  return (
    <Card flush>
      <EmptyState
        title={t('No wallet yet')}
        actions={
          <Button
            variant="primary"
            disabledReason={missing}
            onClick={() => void navigate(paths.wallet(entityId, 'setup'))}
          >
            {t('Set up wallet')}
          </Button>
        }
      >
        {t(
          'The entity proves its e-mail address, creates a signing passkey and gets an address. It takes about two minutes.',
        )}
      </EmptyState>
    </Card>
  )
}
