import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { countText } from '../format/numbers.ts'
import { changePreferences } from '../preferences/preferences.ts'
import type { useListData } from './use-list-data.ts'
import { t } from '../../messages/text.ts'

type Props = {
  /** One and several of them. */
  noun: readonly [string, string]
  /** Sums beside the count. */
  totals: ReactNode
  data: Pick<
    ReturnType<typeof useListData>,
    | 'total'
    | 'rows'
    | 'before'
    | 'more'
    | 'loaded'
    | 'paged'
    | 'page'
    | 'pageSize'
    | 'goTo'
    | 'hasPageAfter'
  >
}

/** How many there are, their sums per currency, and the way to the paged view. */
export function ListFoot(props: Props) {
  const { data, noun, totals } = props
  const count = data.total ?? data.rows.length + data.before
  const label = count === 1 ? noun[0] : noun[1]
  return (
    <div className="table-foot">
      {data.loaded ? (
        <span>
          <b>
            {data.total === undefined && data.more
              ? t('{count} or more', { count: countText(count) })
              : countText(count)}
          </b>{' '}
          {label}
        </span>
      ) : null}
      {totals}
      <span className="end row">
        {data.paged ? <Pager {...props} /> : null}
        <button
          type="button"
          className="link min-h-6"
          onClick={() => changePreferences({ pagedLists: !data.paged })}
        >
          {data.paged ? t('Endless view') : t('Paged view')}
        </button>
      </span>
    </div>
  )
}

function Pager({ data }: Props) {
  const first = data.page * data.pageSize + 1
  const last = first + data.rows.length - 1
  return (
    <span className="row">
      <span>{t('{from} to {to}', { from: countText(first), to: countText(last) })}</span>
      <Button
        size="s"
        disabledReason={data.page === 0 ? t('This is the first page') : undefined}
        onClick={() => void data.goTo(data.page - 1)}
      >
        {t('Previous')}
      </Button>
      <Button
        size="s"
        disabledReason={data.hasPageAfter ? undefined : t('This is the last page')}
        onClick={() => void data.goTo(data.page + 1)}
      >
        {t('Next')}
      </Button>
    </span>
  )
}
