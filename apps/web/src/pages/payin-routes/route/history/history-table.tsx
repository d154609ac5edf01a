import { type SmallColumn, SmallTable } from '../../../../ui/table/small-table.tsx'
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
  {
    head: t('Status'),
    cellClassName: 'cell-status',
    cell: (deposit) => <DepositStatus deposit={deposit} />,
  },
  {
    head: t('Sender'),
    cellClassName: 'cell-who cell-fill',
    cell: (deposit) => {
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
    },
  },
  {
    head: t('Payer reference'),
    className: 'only-large',
    cellClassName: 'muted',
    cell: ({ sender }) => sender.reference || <span className="faint">{t('none')}</span>,
  },
  {
    head: t('Received'),
    className: 'text-right',
    cellClassName: 'cell-out',
    cell: ({ amountIn }) => <Amount value={amountIn.amount} currency={amountIn.currency} />,
  },
  {
    head: t('Fee'),
    className: 'text-right',
    cell: ({ amountOut, fees }) =>
      amountOut.amount > 0 ? (
        <Amount value={fees.totalFees.amount} currency={fees.totalFees.currency} />
      ) : (
        <span className="faint">{t('not taken')}</span>
      ),
  },
  {
    head: t('Forwarded'),
    className: 'text-right',
    cell: ({ amountOut, status }) =>
      amountOut.amount > 0 ? (
        <Amount
          value={amountOut.amount}
          currency={amountOut.currency}
          due={status !== 'FORWARDED'}
        />
      ) : (
        <span className="faint">{status === 'RETURNED' ? t('returned') : t('none yet')}</span>
      ),
  },
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
  {
    head: t('Received at'),
    className: 'text-right',
    cellClassName: 'muted cell-in',
    cell: (deposit) => <Time at={deposit.receivedAt} detail="second" />,
  },
]
