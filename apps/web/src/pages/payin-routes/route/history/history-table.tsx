import { type SmallColumn, SmallTable, smallColumn } from '../../../../ui/table/small-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TextLink } from '../../../../ui/page/links.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { senderName } from '../../../../features/payin-routes/labels.ts'
import { paths } from '../../../../routing/paths.ts'
import { shortId, Amount, Time } from '../../../../ui/display/values.tsx'
import { DepositStatus } from '../../../../features/payin-routes/deposits/deposit-columns.tsx'
import { DepositFacts } from '../../../../features/payin-routes/deposits/deposit-facts.tsx'
import type { HistoryDeposit } from '../../../../api/queries/lists/payin-routes.ts'
import { depositQuery } from '../../../../api/queries/payin-routes.ts'
import { t } from '../../../../messages/text.ts'

type Open = { value: string | undefined; linkTo: (value: string | undefined) => string }
type Props = { deposits: readonly HistoryDeposit[]; fundingAccountId: string; open: Open }

/** One line for each deposit; the one that the address names is open below its line. */
export function HistoryTable({ deposits, fundingAccountId, open }: Props) {
  return (
    <SmallTable
      label={t('Deposits of this route')}
      className="stacked-table stacked-events"
      columns={columnsFor(open)}
      rows={deposits}
      rowId={({ depositId }) => depositId}
      below={({ depositId }) =>
        depositId === open.value ? <OpenDeposit {...{ depositId, fundingAccountId }} /> : null
      }
    />
  )
}

type OpenProps = { depositId: string; fundingAccountId: string }

/** The whole deposit; its line carries only what the columns show. */
function OpenDeposit({ depositId, fundingAccountId }: OpenProps) {
  const query = useQuery(depositQuery(depositId))
  return (
    <Region query={query} what={t('Deposit')}>
      {(deposit) => (deposit ? <DepositFacts {...{ deposit, fundingAccountId }} /> : null)}
    </Region>
  )
}

const columnsFor = (open: Open): readonly SmallColumn<HistoryDeposit>[] => [
  smallColumn(t('Status'), { cells: 'cell-status' }, (deposit) => (
    <DepositStatus deposit={deposit} />
  )),
  smallColumn(t('Sender'), { cells: 'cell-who cell-fill' }, (deposit) => {
    const isOpen = deposit.depositId === open.value
    return (
      <Link
        className="row-link"
        to={open.linkTo(isOpen ? undefined : deposit.depositId)}
        preventScrollReset
        aria-expanded={isOpen}
      >
        {senderName(deposit)}
      </Link>
    )
  }),
  smallColumn(
    t('Payer reference'),
    { className: 'only-large', cells: 'muted' },
    ({ sender }) => sender.reference || <span className="faint">{t('none')}</span>,
  ),
  smallColumn(t('Received'), { align: 'end', cells: 'cell-out' }, ({ amountIn }) => (
    <Amount value={amountIn.amount} currency={amountIn.currency} />
  )),
  smallColumn(t('Fee'), { align: 'end' }, ({ amountOut, fees }) =>
    amountOut.amount > 0 ? (
      <Amount value={fees.totalFees.amount} currency={fees.totalFees.currency} />
    ) : (
      <span className="faint">{t('not taken')}</span>
    ),
  ),
  smallColumn(t('Forwarded'), { align: 'end' }, ({ amountOut, status }) =>
    amountOut.amount > 0 ? (
      <Amount value={amountOut.amount} currency={amountOut.currency} due={status !== 'FORWARDED'} />
    ) : (
      <span className="faint">{status === 'RETURNED' ? t('returned') : t('none yet')}</span>
    ),
  ),
  {
    head: t('Transfer'),
    cell: ({ executionId }) =>
      executionId ? (
        <TextLink className="mono above-row-link" to={paths.transfer(executionId)}>
          {shortId(executionId)}
        </TextLink>
      ) : (
        <span className="faint">–</span>
      ),
  },
  smallColumn(t('Received at'), { align: 'end', cells: 'muted cell-in' }, (deposit) => (
    <Time at={deposit.receivedAt} detail="second" />
  )),
]
