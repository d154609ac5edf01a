import { drawingStates, statesOf } from '@corridor/domain'
import { useReplenishAt } from '../replenish/use-replenish-at.ts'
import { type Drawing, drawingsSource } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { codeOptions } from '../../../ui/format/status.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { FilterField, ListTab } from '../../../ui/table/types.ts'
import type { ListAnswer } from '../../../api/list-source.ts'
import { LiquidityActions } from '../head/liquidity-actions.tsx'
import { LiquidityTabs } from '../head/liquidity-tabs.tsx'
import { drawingColumns, drawingLines, drawingLink, idOfDrawing } from './columns.tsx'
import { plural, t } from '../../../messages/text.ts'

const tabs: readonly ListTab[] = [
  { key: 'open', label: t('Open##state'), query: { open: 'true' } },
  { key: 'all', label: t('All'), query: {} },
]

const filters: readonly FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('Status'),
    options: codeOptions(statesOf(drawingStates)),
  },
  { kind: 'dates', key: 'dates', label: t('Drawn'), from: 'from', to: 'to' },
]

/** What was drawn and has to be repaid; one or many can be repaid together. */
export function Component() {
  const isAllowed = useIsAllowed('liquidity:write')
  return (
    <ExportedList<Drawing, ListAnswer<Drawing>>
      exports="drawings"
      heading={t('Liquidity')}
      name={t('Drawings')}
      noun={[t('drawing'), t('drawings')]}
      nav={<LiquidityTabs current="replenish" />}
      source={drawingsSource}
      columns={drawingColumns}
      tabs={tabs}
      filters={filters}
      defaultSort="-createdAt"
      rowId={idOfDrawing}
      rowLink={drawingLink}
      stack={drawingLines}
      {...(isAllowed ? { bulk: bulkBar } : {})}
      empty={{
        title: t('Nothing is owed'),
        text: t(
          'Tokens that are drawn on the credit line or on a reserve frame are listed here until they are repaid.',
        ),
        action: isAllowed ? (
          <LinkButton to={liquidityPaths.newDrawing}>{t('Draw')}</LinkButton>
        ) : null,
      }}
      actions={() => <LiquidityActions />}
    />
  )
}

const bulkBar = (ids: ReadonlySet<string>, clear: () => void) => (
  <BulkBar ids={ids} onClear={clear} />
)

function BulkBar({ ids, onClear }: { ids: ReadonlySet<string>; onClear: () => void }) {
  // The dialog itself stands in the head of the page.
  const { ask } = useReplenishAt()
  const values = { count: countText(ids.size) }
  return (
    <>
      <span className="strong">
        {plural(
          ids.size,
          { one: '{count} drawing selected', other: '{count} drawings selected' },
          values,
        )}
      </span>
      <Button variant="primary" size="s" aria-haspopup="dialog" onClick={() => ask([...ids])}>
        {plural(
          ids.size,
          { one: 'Replenish {count} drawing', other: 'Replenish {count} drawings' },
          values,
        )}
      </Button>
      <Button size="s" variant="quiet" onClick={onClear}>
        {t('Clear')}
      </Button>
    </>
  )
}
