import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { countText } from '../format/numbers.ts'
import { t } from '../../messages/text.ts'

type Props = { count: number; onClear: () => void; children: ReactNode }

/** How many rows are picked, what can be done with them, and the way back. */
export function BulkFrame({ count, onClear, children }: Props) {
  return (
    <div className="row flex-wrap">
      <span className="strong">{t('{count} selected', { count: countText(count) })}</span>
      {children}
      <Button size="s" variant="quiet" icon={X} onClick={onClear}>
        {t('Clear')}
      </Button>
    </div>
  )
}
