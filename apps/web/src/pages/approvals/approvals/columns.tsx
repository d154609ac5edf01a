import type { Approval } from '../../../api/queries/approvals.ts'
import { operationLabel } from '../../../features/approvals/policy/operations.ts'
import { plural, t } from '../../../messages/text.ts'
import { paths } from '../../../routing/paths.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import type { Column } from '../../../ui/table/types.ts'

export const columns: Column<Approval>[] = [
  {
    id: 'status',
    header: t('Status'),
    width: 128,
    cell: (row) => <StatusPill status={row.status} />,
  },
  {
    id: 'summary',
    header: t('Request'),
    width: 'grow',
    anchor: true,
    cell: (row) => <span className="strong">{row.summary}</span>,
  },
  {
    id: 'operation',
    header: t('Kind'),
    width: 208,
    from: 1320,
    cell: (row) => operationLabel(row.operation),
  },
  {
    id: 'amount',
    header: t('Amount'),
    width: 144,
    align: 'end',
    from: 900,
    cell: (row) => <AmountOf approval={row} />,
  },
  {
    id: 'maker',
    header: t('Asked by'),
    width: 152,
    from: 760,
    cell: ({ maker }) => <Actor {...maker} />,
  },
  { id: 'rule', header: t('Rule'), width: 136, from: 1180, cell: (row) => row.rule },
  {
    id: 'progress',
    header: t('Agreed'),
    width: 128,
    from: 1020,
    cell: (row) => <Progress approval={row} />,
  },
  {
    id: 'expires',
    header: t('Expires'),
    width: 120,
    align: 'end',
    from: 1020,
    cell: (row) =>
      row.status === 'REQUESTED' ? <Time at={row.expiresAt} /> : <span className="faint">–</span>,
  },
  {
    id: 'asked',
    header: t('Asked'),
    width: 112,
    align: 'end',
    sort: 'createdAt',
    from: 640,
    cell: (row) => <Time at={row.createdAt} />,
  },
]

export const approvalLink = (row: Approval) => ({
  label: row.summary,
  to: paths.approval(row.approvalId),
})

export const approvalLines = (row: Approval) =>
  [
    row.summary,
    <AmountOf key="amount" approval={row} />,
    <StatusPill key="status" status={row.status} />,
    <Time key="asked" at={row.createdAt} />,
  ] as const

function AmountOf({ approval: { amount, currency } }: { approval: Approval }) {
  if (amount === undefined || currency === undefined) return <span className="faint">–</span>
  return <Amount value={amount} currency={currency} />
}

/** How many of those who are needed have agreed, and whether somebody waits for an answer. */
function Progress({ approval }: { approval: Approval }) {
  const agreed = approval.votes.filter(({ decision }) => decision === 'APPROVED').length
  const asks = plural(approval.openQuestions, {
    one: '{count} question',
    other: '{count} questions',
  })
  return (
    <span>
      {approval.status === 'REQUESTED'
        ? t('{count} of {total}', { count: agreed, total: agreed + approval.approvalsNeeded })
        : agreed}
      {approval.openQuestions > 0 ? <span className="tone-hand"> · {asks}</span> : null}
    </span>
  )
}
