import { useMemo } from 'react'
import type { FilterField } from '../../../ui/table/types.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { paymentStates, paymentLabel } from '../../../features/liquidity/labels.ts'
import { PaymentStatus } from '../../../features/liquidity/status.tsx'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { canPayFee } from '../../../features/liquidity/fee-match.ts'
import {
  framesByQuery,
  type LiquidityPayment,
  paymentsSource,
  type ReserveFrame,
} from '../../../api/queries/liquidity.ts'
import type { ListAnswer } from '../../../api/list-source.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Button, DialogButton } from '../../../ui/controls/button.tsx'
import { Address, shortId, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { useListRows } from '../../../ui/table/use-list-rows.ts'
import { LiquidityPage } from '../head/liquidity-page.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const UseDialog = part(() => import('./use-dialog.tsx'), 'UseDialog')

type Props = {
  payment: LiquidityPayment
  /** Quoted frames whose fee it can be. */
  frames: readonly ReserveFrame[]
}

/** What can be done with a payment that fits nothing. */
function PaymentActions({ payment, frames }: Props) {
  return (
    <DialogButton
      size="s"
      aria-label={t('Use it, {amount}', { amount: amountText(payment.amount, payment.asset) })}
      dialog={(close) => <UseDialog {...{ payment, frames }} onClose={close} />}
    >
      {t('Use it')}
    </DialogButton>
  )
}

/** What arrived for fees and repayments, and what is to be done with the rest. */
export function Component() {
  return (
    <LiquidityPage current="payments">
      <Payments />
    </LiquidityPage>
  )
}

const pageSize = 50
const exported = [
  'status',
  'subjectId',
  'fromWallet',
  'transactionHash',
  'amount',
  'asset',
  'receivedAt',
]
const filters: readonly FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('Status'),
    options: paymentStates.map((value) => ({ value, label: paymentLabel(value).label })),
  },
]

function Payments() {
  const chosen = useSearchValue('status')
  const status = paymentStates.find((state) => state === chosen.value)
  const query = useMemo(() => ({ sort: '-receivedAt', status }), [status])
  const { list, rows, total } = useListRows<LiquidityPayment, ListAnswer<LiquidityPayment>>(
    paymentsSource,
    query,
    pageSize,
  )
  const frames = useQuery(framesByQuery('QUOTED')).data?.data ?? none
  const isAllowed = useIsAllowed('liquidity:write')
  return (
    <Card
      title={t('Payments')}
      beside={total === undefined ? null : <span className="muted">{total}</span>}
      end={
        <>
          <StatusChoice status={status} linkTo={chosen.linkTo} />
          <ExportButton
            size="s"
            list="liquidity-payments"
            view={{ query, columns: exported, filters }}
          />
        </>
      }
      flush
    >
      <Region query={list} what={t('Payments')}>
        {() =>
          rows.length === 0 ? (
            <EmptyState
              title={
                status
                  ? t('No payments: {state}', { state: paymentLabel(status).label })
                  : t('No payments yet')
              }
            >
              {t(
                'What arrives at your deposit wallet, or by bank with a reference of ours, is listed here with what it pays for.',
              )}
            </EmptyState>
          ) : (
            <SmallTable
              label={t('Payments')}
              className="stacked-table stacked-events"
              columns={columnsFor(frames, isAllowed)}
              rows={rows}
              rowId={({ paymentId }) => paymentId}
            />
          )
        }
      </Region>
      {list.hasNextPage ? (
        <div className="table-foot">
          <Button size="s" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

const none: readonly ReserveFrame[] = []

type ChoiceProps = {
  status: LiquidityPayment['status'] | undefined
  linkTo: (value: string | undefined) => string
}

function StatusChoice({ status, linkTo }: ChoiceProps) {
  return (
    <nav className="flex flex-wrap gap-4" aria-label={t('Payments shown')}>
      {[undefined, ...paymentStates].map((item) => (
        <PageLink
          key={item ?? 'all'}
          className={item === status ? 'strong' : 'link'}
          to={linkTo(item)}
          preventScrollReset
          aria-current={item === status ? 'true' : undefined}
        >
          {item ? paymentLabel(item).label : t('All')}
        </PageLink>
      ))}
    </nav>
  )
}

const columnsFor = (
  frames: readonly ReserveFrame[],
  isAllowed: boolean,
): readonly SmallColumn<LiquidityPayment>[] => [
  smallColumn(t('Status'), { cells: 'cell-status' }, (payment) => (
    <PaymentStatus payment={payment} />
  )),
  smallColumn(t('Pays for'), { cells: 'cell-who cell-fill' }, (payment) =>
    isAllowed && payment.status === 'UNMATCHED' ? (
      <PaymentActions
        payment={payment}
        frames={frames.filter((frame) => canPayFee(payment, frame))}
      />
    ) : (
      <Subject payment={payment} />
    ),
  ),
  smallColumn(t('From'), { className: 'only-large' }, (payment) => <Sender payment={payment} />),
  smallColumn(t('Transaction'), { className: 'only-large' }, ({ transactionHash, url }) => (
    <ChainLink hash={transactionHash} url={url} />
  )),
  smallColumn(t('Amount'), { align: 'end', cells: 'cell-out' }, ({ amount, asset }) => (
    <Amount value={amount} currency={asset} />
  )),
  smallColumn(t('Received'), { align: 'end', cells: 'muted cell-in' }, ({ receivedAt }) => (
    <Time at={receivedAt} />
  )),
]

function Subject({ payment: { subjectId, status, bankReference } }: { payment: LiquidityPayment }) {
  if (subjectId === '') {
    return (
      <span className="muted">
        {status === 'CREDITED' ? t('Payments account') : bankReference || t('Nothing yet')}
      </span>
    )
  }
  const isFrame = status === 'RESERVE_FEE'
  return (
    <PageLink
      className="link mono"
      to={
        isFrame ? liquidityPaths.reserveFrame(subjectId) : liquidityPaths.replenishment(subjectId)
      }
      title={subjectId}
    >
      {shortId(subjectId)}
    </PageLink>
  )
}

function Sender({ payment: { source, fromWallet } }: { payment: LiquidityPayment }) {
  return source === 'CHAIN' && fromWallet ? (
    <Address value={fromWallet} what={t('sender')} />
  ) : (
    <span>{t('Bank')}</span>
  )
}
