import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Amount, Elapsed, Time, StatusPill } from '../../../ui/display/values.tsx'
import { type Column, column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

/** Columns of drawings, wherever they are listed. */
export const drawingColumns: Column<Drawing>[] = [
  column('status', t('Status'), { width: 176 }, ({ status }) => <StatusPill status={status} />),
  column('reference', t('Reference'), { width: 'grow', anchor: true }, ({ transactionId }) => (
    <span className="strong">{transactionId}</span>
  )),
  column('age', t('Age'), { width: 80, align: 'end', from: 860 }, ({ disbursedAt, createdAt }) => (
    <Elapsed from={disbursedAt ?? createdAt} short />
  )),
  column(
    'principal',
    t('Principal'),
    { width: 144, align: 'end', from: 760 },
    ({ amount, asset }) => <Amount value={amount} currency={asset} />,
  ),
  column(
    'outstanding',
    t('Outstanding'),
    { width: 144, align: 'end' },
    ({ principalOutstanding, asset }) => <Amount value={principalOutstanding} currency={asset} />,
  ),
  column('fee', t('Fee today'), { width: 128, align: 'end' }, ({ feeAccrued, asset }) => (
    <Amount value={feeAccrued} currency={asset} />
  )),
  column(
    'tomorrow',
    t('Fee tomorrow'),
    { width: 128, align: 'end', from: 980 },
    ({ feeTomorrow, asset }) => <Amount value={feeTomorrow} currency={asset} due />,
  ),
  column('due', t('Due'), { width: 128, align: 'end', sort: 'dueAt' }, ({ dueAt }) => (
    <Time at={dueAt} />
  )),
  column(
    'created',
    t('Drawn'),
    { width: 128, align: 'end', sort: 'createdAt', optional: true },
    ({ createdAt }) => <Time at={createdAt} />,
  ),
]

export const idOfDrawing = ({ ltxId }: Drawing): string => ltxId

export const drawingLink = ({ ltxId, transactionId }: Drawing) => ({
  to: liquidityPaths.drawing(ltxId),
  label: transactionId,
})

/** Two lines of a small screen. */
export function drawingLines({
  transactionId,
  principalOutstanding,
  asset,
  status,
  dueAt,
}: Drawing) {
  return [
    transactionId,
    <Amount key="owed" value={principalOutstanding} currency={asset} />,
    <StatusPill key="status" status={status} />,
    <Time key="due" at={dueAt} />,
  ] as const
}
