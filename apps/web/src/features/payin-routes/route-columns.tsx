import './payin-routes.css'
import { ArrowRight } from 'lucide-react'
import type { Column } from '../../ui/table/types.ts'
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
  { id: 'status', header: t('Status'), width: 136, cell: (row) => <RouteStatus route={row} /> },
  {
    id: 'owner',
    header: t('Owner'),
    width: 'grow',
    anchor: true,
    cell: (row) => <span className="strong">{row.accountOwner.name}</span>,
  },
  {
    id: 'funding',
    header: t('Funding account'),
    width: 232,
    from: 830,
    cell: (row) => (
      <span className="row gap-1" title={railText(row)}>
        <span className="truncated">{fundingPlace(row)}</span>
        <span className={row.depositAccountInfo.depositWalletAddress ? 'mono' : 'number'}>
          {fundingNumber(row)}
        </span>
      </span>
    ),
  },
  {
    id: 'rail',
    header: t('Rail'),
    width: 120,
    from: 1330,
    cell: (row) => <span className="muted">{railText(row)}</span>,
  },
  {
    id: 'way',
    header: t('From / to'),
    width: 120,
    from: 1210,
    cell: (row) => <Way route={row} />,
  },
  {
    id: 'destination',
    header: t('Destination'),
    width: 200,
    from: 640,
    cell: (row) => (
      <span className="row gap-1">
        <span className="truncated">{destinationPlace(row)}</span>
        <span className={row.destination ? 'mono' : 'number'}>{destinationNumber(row)}</span>
      </span>
    ),
  },
  {
    id: 'deposits',
    header: t('Deposits'),
    width: 72,
    align: 'end',
    cell: (row) => <span className="number">{countText(row.totalTransactions)}</span>,
  },
  {
    id: 'last',
    header: t('Last deposit'),
    width: 112,
    align: 'end',
    from: 1050,
    cell: (row) => <Time at={row.lastDepositAt} />,
  },
  {
    id: 'volume',
    header: t('30 days'),
    width: 112,
    align: 'end',
    from: 940,
    cell: (row) => <Sparkline days={row.volume} currency={row.depositAccountInfo.currency} />,
  },
  ...optionalColumns(),
]

function optionalColumns(): Column<ListedRoute>[] {
  return [
    {
      id: 'created',
      header: t('Created'),
      width: 112,
      align: 'end',
      sort: 'createdAt',
      from: 1440,
      cell: (row) => <Time at={row.createdAt} />,
    },
    {
      id: 'id',
      header: t('Route ID'),
      width: 272,
      optional: true,
      cell: (row) => <span className="mono">{row.routeId}</span>,
    },
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
