import './payin-routes.css'
import { ArrowRight } from 'lucide-react'
import { type Column, column } from '../../ui/table/types.ts'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import { StatusPill, Time } from '../../ui/display/values.tsx'
import {
  destinationNumber,
  destinationPlace,
  fundingNumber,
  fundingPlace,
  railText,
  routeName,
  routeReason,
} from './labels.ts'
import type { ListedRoute } from '../../api/queries/lists/payin-routes.ts'
import { bars, volumeText } from './volume.ts'
import { plural, t } from '../../messages/text.ts'

/** Columns of routes, wherever they are listed. */
export const routeColumns: Column<ListedRoute>[] = [
  column('status', t('Status'), { width: 136 }, (row) => <RouteStatus route={row} />),
  column('owner', t('Owner'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{row.accountOwner.name}</span>
  )),
  column('funding', t('Funding account'), { width: 232, from: 830 }, (row) => (
    <span className="row gap-1" title={railText(row)}>
      <span className="truncated">{fundingPlace(row)}</span>
      <span className={row.depositAccountInfo.depositWalletAddress ? 'mono' : 'number'}>
        {fundingNumber(row)}
      </span>
    </span>
  )),
  column('rail', t('Rail'), { width: 120, from: 1330 }, (row) => (
    <span className="muted">{railText(row)}</span>
  )),
  column('way', t('From / to'), { width: 120, from: 1210 }, (row) => <Way route={row} />),
  column('destination', t('Destination'), { width: 200, from: 640 }, (row) => (
    <span className="row gap-1">
      <span className="truncated">{destinationPlace(row)}</span>
      <span className={row.destination ? 'mono' : 'number'}>{destinationNumber(row)}</span>
    </span>
  )),
  column('deposits', t('Deposits'), { width: 72, align: 'end' }, (row) => (
    <span className="number">{countText(row.totalTransactions)}</span>
  )),
  column('last', t('Last deposit'), { width: 112, align: 'end', from: 1050 }, (row) => (
    <Time at={row.lastDepositAt} />
  )),
  column('volume', t('30 days'), { width: 112, align: 'end', from: 940 }, (row) => (
    <Sparkline days={row.volume} currency={row.depositAccountInfo.currency} />
  )),
  ...optionalColumns(),
]

function optionalColumns(): Column<ListedRoute>[] {
  return [
    column(
      'created',
      t('Created'),
      { width: 112, align: 'end', sort: 'createdAt', from: 1440 },
      (row) => <Time at={row.createdAt} />,
    ),
    column('id', t('Route ID'), { width: 272, optional: true }, (row) => (
      <span className="mono">{row.routeId}</span>
    )),
  ]
}

/** The pill, and beside it how many deposits wait for a decision. */
export function RouteStatus({ route }: { route: ListedRoute }) {
  const { routeStatus, statusReason, held } = route
  return (
    <span className="status-cell" title={statusReason ? routeReason(statusReason) : undefined}>
      <StatusPill status={routeStatus} />
      {held > 0 ? (
        <span className="faint">
          {plural(
            held,
            { one: '{count} held##deposits', other: '{count} held##deposits' },
            { count: countText(held) },
          )}
        </span>
      ) : null}
    </span>
  )
}

function Way({ route }: { route: ListedRoute }) {
  const { sourceJurisdiction, destinationJurisdiction } = route
  return (
    <span
      className="row gap-1"
      title={t('{from} to {to}##places', {
        from: sourceJurisdiction.name,
        to: destinationJurisdiction.name,
      })}
    >
      <span>{sourceJurisdiction.currency}</span>
      <ArrowRight className="icon-small faint" />
      <span className="visually-hidden">{t('to##currencies')}</span>
      <span>{destinationJurisdiction.currency}</span>
    </span>
  )
}

export function routeLink(row: ListedRoute) {
  return { label: routeName(row), to: paths.payinRoute(row.routeId) }
}

export function routeLines(row: ListedRoute) {
  return [
    row.accountOwner.name,
    t('{from} to {to}##currencies', {
      from: row.depositAccountInfo.currency,
      to: row.destinationJurisdiction.currency,
    }),
    <RouteStatus key="status" route={row} />,
    <span key="number" className={row.destination ? 'mono' : 'number'}>
      {destinationNumber(row)}
    </span>,
  ] as const
}

const size = { width: 90, height: 20, gap: 1 }

/** What came in on each of the last days, the newest at the right. */
function Sparkline({ days, currency }: { days: readonly number[]; currency: string }) {
  const text = volumeText(days, currency)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path d={`M0 ${size.height - 0.5}H${size.width}`} />
      {bars(days, size).map((bar) => (
        <rect key={bar.x} {...bar} />
      ))}
    </svg>
  )
}
