import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Amount, Elapsed, Time, StatusPill } from '../../../ui/display/values.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

/** Columns of drawings, wherever they are listed. */
export const drawingColumns: Column<Drawing>[] = [
  {
    id: 'status',
    header: t('Status'),
    width: 176,
    cell: ({ status }) => <StatusPill status={status} />,
  },
  {
    id: 'reference',
    header: t('Reference'),
    width: 'grow',
    anchor: true,
    cell: ({ transactionId }) => <span className="strong">{transactionId}</span>,
  },
  {
    id: 'age',
    header: t('Age'),
    width: 80,
    align: 'end',
    from: 860,
    cell: ({ disbursedAt, createdAt }) => <Elapsed from={disbursedAt ?? createdAt} short />,
  },
  {
    id: 'principal',
    header: t('Principal'),
    width: 144,
    align: 'end',
    from: 760,
    cell: ({ amount, asset }) => <Amount value={amount} currency={asset} />,
  },
  {
    id: 'outstanding',
    header: t('Outstanding'),
    width: 144,
    align: 'end',
    cell: ({ principalOutstanding, asset }) => (
      <Amount value={principalOutstanding} currency={asset} />
    ),
  },
  {
    id: 'fee',
    header: t('Fee today'),
    width: 128,
    align: 'end',
    cell: ({ feeAccrued, asset }) => <Amount value={feeAccrued} currency={asset} />,
  },
  {
    id: 'tomorrow',
    header: t('Fee tomorrow'),
    width: 128,
    align: 'end',
    from: 980,
    cell: ({ feeTomorrow, asset }) => <Amount value={feeTomorrow} currency={asset} due />,
  },
  {
    id: 'due',
    header: t('Due'),
    width: 128,
    align: 'end',
    sort: 'dueAt',
    cell: ({ dueAt }) => <Time at={dueAt} />,
  },
  {
    id: 'created',
    header: t('Drawn'),
    width: 128,
    align: 'end',
    sort: 'createdAt',
    optional: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
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
