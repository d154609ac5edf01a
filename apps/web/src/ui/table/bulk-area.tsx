import { type ReactNode, Suspense } from 'react'
import { Button } from '../controls/button.tsx'
import { countText } from '../format/numbers.ts'
import type { ListView, Picked } from './types.ts'
import { t } from '../../messages/text.ts'

export type Bulk = (ids: ReadonlySet<string>, clear: () => void, picked: Picked) => ReactNode

type Props = {
  ids: ReadonlySet<string>
  view: ListView
  total: number | undefined
  bulk: Bulk | undefined
  /** All that matches can be picked too. */
  picksAll: boolean
  /** The query of which everything is picked. */
  allOf: string | undefined
  onPickAll: (query: string) => void
  onClear: () => void
}

/** What can be done with the picked rows, in the place of the filters. */
export function BulkArea(props: Props) {
  const { ids, view, total, bulk, picksAll, allOf, onPickAll, onClear } = props
  const query = JSON.stringify(view.query)
  const isAll = allOf === query
  return (
    <div className="list-filters">
      <Suspense
        fallback={
          <span className="strong min-h-7">
            {t('{count} selected', { count: countText(ids.size) })}
          </span>
        }
      >
        {bulk?.(ids, onClear, {
          isAll,
          count: isAll ? (total ?? ids.size) : ids.size,
          view: isAll ? view : { ...view, ids },
        })}
      </Suspense>
      {isAll || !picksAll || total === undefined || total <= ids.size ? null : (
        <Button size="s" variant="quiet" onClick={() => onPickAll(query)}>
          {t('Select all {count} matching', { count: countText(total) })}
        </Button>
      )}
    </div>
  )
}
