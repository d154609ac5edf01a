import type { UnassignedMoney, UndecidedPayout } from '../../../api/queries/bank-payments.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { Amount, shortId, Time } from '../../../ui/display/values.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { paths } from '../../../routing/paths.ts'
import { t } from '../../../messages/text.ts'

type Row = {
  key: string
  what: string
  /** What the bank wrote, as it wrote it. */
  report: string
  amount: UndecidedPayout['amount']
  since: string
  executionId: string
  fundingAccountId: string
  decision: string
}

const kinds: Record<UnassignedMoney['kind'], Pick<Row, 'what' | 'decision'>> = {
  RETURN: {
    what: t('Perhaps a payment that came back'),
    decision: t('Our team finds out whether it is the return; then its transfer goes on.'),
  },
  BATCH: {
    what: t('Several payments in one, not listed yet'),
    decision: t('The bank’s next message lists them, or our team assigns them.'),
  },
  CREDIT: {
    what: t('Money on an account of your customer'),
    decision: t('Our team assigns it.'),
  },
}

const columns: SmallColumn<Row>[] = [
  smallColumn(t('What waits'), { isRowHeading: true, cells: 'cell-fill-wrap' }, (row) => (
    <>
      {row.what}
      {row.report ? <span className="block muted break-anywhere">{row.report}</span> : null}
    </>
  )),
  smallColumn(t('Amount'), { align: 'end' }, ({ amount }) => (
    <Amount value={amount.amount} currency={amount.currency} />
  )),
  { head: t('Waiting since'), cell: ({ since }) => <Time at={since} /> },
  { head: t('About'), cell: (row) => <About {...row} /> },
  smallColumn(t('Who decides'), { cells: 'cell-fill-wrap' }, ({ decision }) => decision),
]

function About({ executionId, fundingAccountId }: Row) {
  const id = executionId || fundingAccountId
  const to = executionId ? paths.transfer(executionId) : paths.fundingAccount(fundingAccountId)
  return (
    <TextLink className="mono" to={to}>
      {shortId(id)}
    </TextLink>
  )
}

type Props = { unassigned: readonly UnassignedMoney[]; payouts: readonly UndecidedPayout[] }

/** What seems to be the partner's, and the operator decides. */
export function Undecided({ unassigned, payouts }: Props) {
  const rows: Row[] = [
    ...unassigned.map(({ paymentId, kind, waitingSince, ...money }) => ({
      ...money,
      ...kinds[kind],
      key: paymentId,
      report: '',
      since: waitingSince,
    })),
    ...payouts.map(({ executionId, amount, status, reasons, reportedAt }) => ({
      key: `${executionId} ${reportedAt}`,
      what: t('A payment that the bank leaves open'),
      report: [status, ...reasons.flatMap(({ code, texts }) => [code, ...texts])].join(' '),
      amount,
      since: reportedAt,
      executionId,
      fundingAccountId: '',
      decision: t('Our team asks the bank, and ends it as paid or as not paid.'),
    })),
  ]
  if (rows.length === 0) return null
  return (
    <Card title={t('Our team decides')} flush>
      <SmallTable
        label={t('Our team decides')}
        className="labelled-table"
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
      />
    </Card>
  )
}
