import { X } from 'lucide-react'
import { rowsOnScreen } from '../../../api/list-source.ts'
import { type HeldDeposit, heldSource } from '../../../api/queries/lists/payin-routes.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Button, DialogButton } from '../../../ui/controls/button.tsx'
import { ForwardDialog } from './forward-dialog.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** What can be done with the held deposits that were picked. */
export function HeldBar({ ids, onClear }: { ids: ReadonlySet<string>; onClear: () => void }) {
  const missing = useMissingPermission('payin-routes:write')
  const shown = rowsOnScreen<HeldDeposit>(queries, heldSource.key)
  const picked = shown.filter(({ depositId }) => ids.has(depositId))
  const fitting = picked.filter(({ fit }) => fit?.fits)
  return (
    <div className="row flex-wrap">
      <span className="strong">{t('{count} selected', { count: countText(ids.size) })}</span>
      <span className="muted">
        {t('{fitting} fit now, {others} do not', {
          fitting: fitting.length,
          others: picked.length - fitting.length,
        })}
      </span>
      <DialogButton
        size="s"
        disabledReason={missing ?? (fitting.length > 0 ? undefined : t('None of them fits now'))}
        dialog={(close) => (
          <ForwardDialog
            picked={picked}
            onClose={(isDone) => {
              close()
              if (isDone) onClear()
            }}
          />
        )}
      >
        {t('Forward those that fit')}
      </DialogButton>
      <Button size="s" variant="quiet" icon={X} onClick={onClear}>
        {t('Clear')}
      </Button>
    </div>
  )
}
