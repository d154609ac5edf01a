import { Refused } from '../../../features/actions/action.tsx'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { Checkbox } from '../../../ui/controls/inputs.tsx'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { EmptyState } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { RegionError } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { canReplenish, type useChosen } from './use-chosen.ts'
import { t } from '../../../messages/text.ts'

type Chosen = ReturnType<typeof useChosen>

/** Which drawings are repaid; those that cannot be say why. */
export function ChooseStep({ chosen, error }: { chosen: Chosen; error: unknown }) {
  if (chosen.error && chosen.offered.length === 0) {
    return <RegionError error={chosen.error} what={t('Drawings')} onRetry={chosen.refetch} />
  }
  if (chosen.isPending) return <SkeletonLines lines={4} />
  if (chosen.offered.length === 0) {
    return (
      <EmptyState title={t('Nothing is owed')}>
        {t('There is no open drawing that could be repaid.')}
      </EmptyState>
    )
  }
  return (
    <div className="grid">
      <div className="card">
        <SmallTable
          label={t('Drawings to replenish')}
          className="stacked-table stacked-events"
          columns={columnsFor(chosen)}
          rows={chosen.offered}
          rowId={({ ltxId }) => ltxId}
        />
      </div>
      <Refused title={t('There is no quote')} error={error} />
    </div>
  )
}

const columnsFor = (chosen: Chosen): readonly SmallColumn<Drawing>[] => [
  smallColumn(t('Drawing'), { cells: 'cell-who cell-fill' }, (drawing) => (
    <Checkbox
      label={drawing.transactionId}
      checked={chosen.isTicked(drawing) && canReplenish(drawing)}
      disabled={!canReplenish(drawing)}
      onChange={(event) => chosen.tick(drawing, event.target.checked)}
    />
  )),
  smallColumn(t('Status'), { cells: 'cell-status' }, (drawing) =>
    canReplenish(drawing) ? (
      <StatusPill status={drawing.status} />
    ) : (
      <span className="muted">{t('not paid out, or repaid')}</span>
    ),
  ),
  smallColumn(
    t('Owed with fee'),
    { align: 'end', cells: 'cell-out' },
    ({ totalReplenishAmount, asset }) => <Amount value={totalReplenishAmount} currency={asset} />,
  ),
  smallColumn(t('Due'), { align: 'end', cells: 'muted cell-in' }, ({ dueAt }) => (
    <Time at={dueAt} />
  )),
]
