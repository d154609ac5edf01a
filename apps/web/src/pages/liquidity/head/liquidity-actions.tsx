import { useReplenishAt } from '../replenish/use-replenish-at.ts'
import { ArrowDownToLine, Plus, Undo2 } from 'lucide-react'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const ReplenishDialog = part(() => import('../replenish/replenish-dialog.tsx'), 'ReplenishDialog')

/** What may be asked of the credit line, in the head of its pages; who may not ask sees nothing. */
export function LiquidityActions() {
  const isAllowed = useIsAllowed('liquidity:write')
  const at = useReplenishAt()
  if (!isAllowed) return null
  return (
    <>
      <Button
        icon={<Undo2 className="icon-medium" />}
        aria-haspopup="dialog"
        onClick={() => at.ask()}
      >
        {t('Replenish')}
      </Button>
      <LinkButton to={liquidityPaths.newDrawing} icon={ArrowDownToLine}>
        {t('Draw')}
      </LinkButton>
      <LinkButton data-key="new" to={liquidityPaths.newReserve} variant="primary" icon={Plus}>
        {t('Get reserve quote')}
      </LinkButton>
      {at.isAsked ? <ReplenishDialog at={at} /> : null}
    </>
  )
}
