import { memo } from 'react'
import { FrameStatus } from '../../../features/liquidity/status.tsx'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Address, shortAddress, Amount, Time } from '../../../ui/display/values.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { PageLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
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
  smallColumn(t('Status'), { cells: 'cell-status' }, (frame) => (
    <FrameStatus frame={frame} now={now} />
  )),
  smallColumn(t('Frame'), { cells: 'cell-who', title: ({ id }) => id }, ({ id }) => (
    <PageLink className="row-link mono" to={liquidityPaths.reserveFrame(id)}>
      {shortAddress(id)}
    </PageLink>
  )),
  smallColumn(t('Amount'), { align: 'end', cells: 'cell-out' }, ({ amount, asset }) => (
    <Amount value={amount} currency={asset} />
  )),
  smallColumn(t('Drawn'), { align: 'end' }, ({ misc, asset }) => (
    <Amount value={misc.utilisation.drawn} currency={asset} />
  )),
  smallColumn(t('Start'), { align: 'end', cells: 'muted cell-in' }, ({ startTimestamp }) => (
    <Time at={startTimestamp} />
  )),
  smallColumn(t('End'), { align: 'end', cells: 'muted' }, ({ endTimestamp }) => (
    <Time at={endTimestamp} />
  )),
  smallColumn(t('Hourly, bps'), { align: 'end' }, ({ fees }) => rateText(fees.hourlyFeeRateInBps)),
  smallColumn(t('Total, bps'), { align: 'end' }, ({ fees }) => rateText(fees.totalFeeBps)),
  smallColumn(t('Fee'), { align: 'end' }, ({ fees, asset }) => (
    <Amount value={fees.feeAmount} currency={asset} />
  )),
  smallColumn(t('Fee transaction'), { cells: 'cell-pick' }, ({ feeTxnHash }) =>
    feeTxnHash ? (
      <Address value={feeTxnHash} what={t('fee transaction')} />
    ) : (
      <span className="faint">{t('not paid')}</span>
    ),
  ),
  smallColumn(
    t('Reference'),
    { cells: 'cell-fill muted', title: ({ transactionId }) => transactionId },
    ({ id, transactionId }) =>
      transactionId === id ? <span className="faint">{t('none')}</span> : transactionId,
  ),
]
