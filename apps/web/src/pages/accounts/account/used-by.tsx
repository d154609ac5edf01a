import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { shortId } from '../../../ui/display/address.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
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

export function RouteList({ routes }: { routes: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {routes.map((routeId) => (
        <li key={routeId} className="row gap-1">
          <TextLink className="mono truncated" to={paths.payinRoute(routeId)}>
            {routeId}
          </TextLink>
          <CopyButton text={routeId} label={t('Copy route id {routeId}', { routeId })} />
        </li>
      ))}
    </ul>
  )
}

/** Routes and transfers that name the account. */
export function UsedBy({
  account: { routes, recentTransfers, lastUsedAt },
}: {
  account: ExternalDetail
}) {
  return (
    <div className="grid grid-2">
      <Card title={t('Pay-in routes')} beside={<span className="muted">{routes.length}</span>}>
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
          <Transfers transfers={recentTransfers} />
        )}
      </Card>
    </div>
  )
}

const columns: readonly SmallColumn<ExternalDetail['recentTransfers'][number]>[] = [
  { head: t('Status'), cell: ({ status }) => <StatusPill status={status} /> },
  {
    head: t('Transfer'),
    cell: ({ executionId }) => (
      <TextLink className="mono" to={paths.transfer(executionId)} title={executionId}>
        {shortId(executionId)}
      </TextLink>
    ),
  },
  { head: t('Started'), className: 'text-right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function Transfers({ transfers }: { transfers: ExternalDetail['recentTransfers'] }) {
  return (
    <SmallTable
      label={t('Recent transfers of this account')}
      columns={columns}
      rows={transfers}
      rowId={({ executionId }) => executionId}
    />
  )
}
