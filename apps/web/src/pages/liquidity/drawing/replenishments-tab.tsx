import type { ListView } from '../../../ui/table/types.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { sourceLabel } from '../../../features/liquidity/labels.ts'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortId, Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

const view: ListView = {
  query: { sort: '-createdAt' },
  columns: [
    'txnStatus',
    'source',
    'asset',
    'totalReplenishAmount',
    'received',
    'replenishTxnHash',
    'createdAt',
  ],
  filters: [],
}

type Row = Drawing['replenishments'][number]

/** Every repayment of a drawing, begun or done. */
export function ReplenishmentsTab({ drawing: { ltxId, replenishments } }: { drawing: Drawing }) {
  return (
    <Card
      title={t('Replenishments')}
      end={
        replenishments.length > 0 ? (
          <ExportButton size="s" list="replenishments" preset={{ ltxId }} view={view} />
        ) : null
      }
      flush
    >
      {replenishments.length === 0 ? (
        <EmptyState title={t('Nothing was repaid yet')}>
          {t(
            'Replenish pays from the operational wallet. A quote can also be paid by bank or from any other wallet.',
          )}
        </EmptyState>
      ) : (
        <SmallTable
          label={t('Replenishments of this drawing')}
          className="stacked-table stacked-events"
          columns={columns}
          rows={replenishments}
          rowId={({ replenishmentId }) => replenishmentId}
        />
      )}
    </Card>
  )
}

const columns: readonly SmallColumn<Row>[] = [
  smallColumn(t('Status'), { cells: 'cell-status' }, ({ txnStatus }) => (
    <StatusPill status={txnStatus} />
  )),
  smallColumn(t('Replenishment'), { cells: 'cell-who cell-fill' }, ({ replenishmentId }) => (
    <PageLink className="row-link mono" to={liquidityPaths.replenishment(replenishmentId)}>
      {shortId(replenishmentId)}
    </PageLink>
  )),
  smallColumn(
    t('Paid by'),
    { className: 'only-large', cells: 'muted' },
    ({ source }) => sourceLabel[source],
  ),
  smallColumn(
    t('Amount'),
    { align: 'end', cells: 'cell-out' },
    ({ totalReplenishAmount, asset }) => <Amount value={totalReplenishAmount} currency={asset} />,
  ),
  smallColumn(t('Arrived'), { align: 'end' }, ({ received, asset }) => (
    <Amount value={received.amount} currency={asset} />
  )),
  smallColumn(t('Transaction'), { cells: 'cell-pick' }, ({ replenishTxnHash, url }) => (
    <ChainLink hash={replenishTxnHash} url={url} />
  )),
  smallColumn(t('Begun'), { align: 'end', cells: 'muted cell-in' }, ({ createdAt }) => (
    <Time at={createdAt} />
  )),
]
