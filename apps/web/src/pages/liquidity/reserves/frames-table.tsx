import { memo } from 'react'
import { FrameStatus } from '../../../features/liquidity/status.tsx'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Address, shortAddress, Amount, Time } from '../../../ui/display/values.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { PageLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

/** The same frames as the timeline, in figures. */
function Table({ frames, now }: { frames: readonly ReserveFrame[]; now: number }) {
  return (
    <SmallTable
      label={t('Reserve frames')}
      className="stacked-table stacked-events"
      columns={columnsAt(now)}
      rows={frames}
      rowId={({ id }) => id}
    />
  )
}

export const FramesTable = memo(Table)

const columnsAt = (now: number): readonly SmallColumn<ReserveFrame>[] => [
  {
    head: t('Status'),
    cellClassName: 'cell-status',
    cell: (frame) => <FrameStatus frame={frame} now={now} />,
  },
  {
    head: t('Frame'),
    cellClassName: 'cell-who',
    title: ({ id }) => id,
    cell: ({ id }) => (
      <PageLink className="row-link mono" to={liquidityPaths.reserveFrame(id)}>
        {shortAddress(id)}
      </PageLink>
    ),
  },
  {
    head: t('Amount'),
    className: 'text-right',
    cellClassName: 'cell-out',
    cell: ({ amount, asset }) => <Amount value={amount} currency={asset} />,
  },
  {
    head: t('Drawn'),
    className: 'text-right',
    cell: ({ misc, asset }) => <Amount value={misc.utilisation.drawn} currency={asset} />,
  },
  {
    head: t('Start'),
    className: 'text-right',
    cellClassName: 'muted cell-in',
    cell: ({ startTimestamp }) => <Time at={startTimestamp} />,
  },
  {
    head: t('End'),
    className: 'text-right',
    cellClassName: 'muted',
    cell: ({ endTimestamp }) => <Time at={endTimestamp} />,
  },
  {
    head: t('Hourly, bps'),
    className: 'text-right',
    cell: ({ fees }) => rateText(fees.hourlyFeeRateInBps),
  },
  {
    head: t('Total, bps'),
    className: 'text-right',
    cell: ({ fees }) => rateText(fees.totalFeeBps),
  },
  {
    head: t('Fee'),
    className: 'text-right',
    cell: ({ fees, asset }) => <Amount value={fees.feeAmount} currency={asset} />,
  },
  {
    head: t('Fee transaction'),
    cellClassName: 'cell-pick',
    cell: ({ feeTxnHash }) =>
      feeTxnHash ? (
        <Address value={feeTxnHash} what={t('fee transaction')} />
      ) : (
        <span className="faint">{t('not paid')}</span>
      ),
  },
  {
    head: t('Reference'),
    cellClassName: 'cell-fill muted',
    title: ({ transactionId }) => transactionId,
    cell: ({ id, transactionId }) =>
      transactionId === id ? <span className="faint">{t('none')}</span> : transactionId,
  },
]
