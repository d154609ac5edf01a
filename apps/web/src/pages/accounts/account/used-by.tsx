import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { routeQuery } from '../../../api/queries/payin-routes.ts'
import type { ListedTransfer } from '../../../api/queries/transfers.ts'
import { transfersOfAccountQuery } from '../../../api/queries/lists/transfers.ts'
import { routeName } from '../../../features/payin-routes/labels.ts'
import { Amount, Time, StatusPill, shortId } from '../../../ui/display/values.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import type { ExternalDetail } from '../../../api/queries/accounts.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type AffectedProps = { routes: readonly string[]; title: (count: number) => string }

/** Pay-in routes that a change of an account touches, or a text that there are none. */
export function AffectedRoutes({ routes, title }: AffectedProps) {
  if (routes.length === 0) {
    return (
      <Notice tone="done" title={t('No pay-in route uses it')}>
        {t('Nothing else changes.')}
      </Notice>
    )
  }
  return (
    <section aria-label={t('Affected routes')}>
      <h3 className="mb-2">{title(routes.length)}</h3>
      <RouteList routes={routes} />
    </section>
  )
}

/** By what people call it; its id until that is read. */
function RouteLink({ routeId }: { routeId: string }) {
  const { data } = useQuery(routeQuery(routeId))
  return (
    <TextLink className={clsx('truncated', !data && 'mono')} to={paths.payinRoute(routeId)}>
      {data ? routeName(data) : routeId}
    </TextLink>
  )
}

function RouteList({ routes }: { routes: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {routes.map((routeId) => (
        <li key={routeId} className="row gap-1">
          <RouteLink routeId={routeId} />
          <CopyButton text={routeId} label={t('Copy route id {routeId}', { routeId })} />
        </li>
      ))}
    </ul>
  )
}

/** Routes and transfers that name the account. */
export function UsedBy({
  account: { accountId, routes, recentTransfers, lastUsedAt },
}: {
  account: ExternalDetail
}) {
  return (
    <div className="grid grid-2">
      <Card
        title={t('Pay-in routes')}
        className="self-start"
        beside={<span className="muted">{routes.length}</span>}
      >
        {routes.length === 0 ? (
          <p className="muted">{t('No pay-in route uses this account.')}</p>
        ) : (
          <>
            <RouteList routes={routes} />
            <p className="mt-4">
              <TextLink to={paths.payinRoutes}>{t('Open pay-in routes')}</TextLink>
            </p>
          </>
        )}
      </Card>
      <Card
        title={t('Recent transfers')}
        beside={
          lastUsedAt ? (
            <span className="muted">
              {rich('last used {time}', { time: <Time at={lastUsedAt} /> })}
            </span>
          ) : null
        }
        flush={recentTransfers.length > 0}
      >
        {recentTransfers.length === 0 ? (
          <p className="muted">{t('No transfer has used this account yet.')}</p>
        ) : (
          <Transfers accountId={accountId} />
        )}
      </Card>
    </div>
  )
}

/** Of a transfer between two sides, what this account has to do with it. */
const columnsOf = (accountId: string): readonly SmallColumn<ListedTransfer>[] => [
  { head: t('Status'), cell: ({ status }) => <StatusPill status={status} /> },
  smallColumn(t('Transfer'), { className: 'cell-fill' }, ({ executionId, transactionId }) => (
    <TextLink to={paths.transfer(executionId)} title={executionId}>
      {shortId(transactionId)}
    </TextLink>
  )),
  smallColumn(t('Amount'), { align: 'end' }, ({ from, to, status }) =>
    from.accountId === accountId ? (
      <Amount value={from.amount} currency={from.currency} />
    ) : (
      <Amount value={to.amount} currency={to.currency} due={status !== 'COMPLETED'} />
    ),
  ),
  smallColumn(t('Started'), { align: 'end' }, ({ createdAt }) => <Time at={createdAt} />),
]

function Transfers({ accountId }: { accountId: string }) {
  const query = useQuery(transfersOfAccountQuery(accountId))
  return (
    <Region query={query} what={t('Recent transfers')}>
      {({ data }) => (
        <SmallTable
          label={t('Recent transfers of this account')}
          columns={columnsOf(accountId)}
          rows={data}
          rowId={({ executionId }) => executionId}
        />
      )}
    </Region>
  )
}
