import { ArrowDown } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { countText } from '../format/numbers.ts'
import { t } from '../../messages/text.ts'

/** That there are newer rows, which come when they are asked for. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <span aria-live="polite">
      {count > 0 ? (
        <Button size="s" className="new-rows" icon={ArrowDown} onClick={onShow}>
          {t('{count} new', { count: countText(count) })}
        </Button>
      ) : null}
    </span>
  )
}
