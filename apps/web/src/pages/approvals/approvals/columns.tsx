import type { Approval } from '../../../api/queries/approvals.ts'
import { operationLabel } from '../../../features/approvals/policy/operations.ts'
import { plural, t } from '../../../messages/text.ts'
import { paths } from '../../../routing/paths.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { type Column, column } from '../../../ui/table/types.ts'

export const columns: Column<Approval>[] = [
  column('status', t('Status'), { width: 128 }, (row) => <StatusPill status={row.status} />),
  column('summary', t('Request'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{row.summary}</span>
  )),
  column('operation', t('Kind'), { width: 208, from: 1320 }, (row) =>
    operationLabel(row.operation),
  ),
  column('amount', t('Amount'), { width: 144, align: 'end', from: 900 }, (row) => (
    <AmountOf approval={row} />
  )),
  column('maker', t('Asked by'), { width: 152, from: 760 }, ({ maker }) => <Actor {...maker} />),
  column('rule', t('Rule'), { width: 136, from: 1180 }, (row) => row.rule),
  column('progress', t('Agreed'), { width: 128, from: 1020 }, (row) => <Progress approval={row} />),
  column('expires', t('Expires'), { width: 120, align: 'end', from: 1020 }, (row) =>
    row.status === 'REQUESTED' ? <Time at={row.expiresAt} /> : <span className="faint">–</span>,
  ),
  column('asked', t('Asked'), { width: 112, align: 'end', sort: 'createdAt', from: 640 }, (row) => (
    <Time at={row.createdAt} />
  )),
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
