import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, figures as api } from '../../../api/call.ts'
import { type Corridors, corridorsQuery } from '../../../api/figures.ts'
import { shortText } from '../../../features/charts/scale.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { PageLink } from '../../../ui/page/links.tsx'
import { Region, type RegionQuery } from '../../../ui/page/region.tsx'
import { secondsText } from '../../../ui/format/times.ts'
import { listOf } from './figures.ts'
import { useFigures } from './period.tsx'
import { serviceText } from '../../../messages/service.ts'
import { SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Where money went from and to; a cell opens the transfers of its pair. */
export function CorridorsCard() {
  const query = useCorridors()
  return (
    <Card
      title={t('Corridors')}
      beside={<span className="caption">{t('USD, indicative')}</span>}
      className="min-h-40"
      flush
    >
      <Region query={query} what={t('Corridors')}>
        {({ data }) =>
          data.corridors.length === 0 ? (
            <p className="p-4 muted">{t('No transfer in this period.')}</p>
          ) : (
            <Matrix figures={data} />
          )
        }
      </Region>
    </Card>
  )
}

/** The period comes with the figures: while they are read, so are these; what keeps them back keeps these back. */
function useCorridors(): RegionQuery<AnswerOf<typeof api.corridors>> {
  const figures = useFigures()
  const from = figures.isPlaceholderData ? undefined : figures.data?.data.current.from
  const corridors = useQuery({ ...corridorsQuery(from ?? ''), enabled: from !== undefined })
  if (from !== undefined) return corridors
  const { error, refetch } = figures
  const { data, dataUpdatedAt } = corridors
  return { data: error ? undefined : data, dataUpdatedAt, error, refetch, isFetching: true }
}

type Corridor = Corridors['corridors'][number]
type Place = Corridor['source']

function Matrix({ figures }: { figures: Corridors }) {
  const { corridors } = figures
  const sources = unique(corridors.map(({ source }) => source))
  const destinations = unique(corridors.map(({ destination }) => destination))
  const most = Math.max(...corridors.map(({ volume }) => volume))
  const find = (from: Place, to: Place) =>
    corridors.find(
      ({ source, destination }) =>
        source.jurisdictionId === from.jurisdictionId &&
        destination.jurisdictionId === to.jurisdictionId,
    )
  const columns = [
    smallColumn(t('From / to'), { isRowHeading: true }, ({ name }: Place) => serviceText(name)),
    ...destinations.map((to) =>
      smallColumn(serviceText(to.name), { align: 'end' }, (from: Place) => {
        const corridor = find(from, to)
        return corridor ? <Cell corridor={corridor} period={figures} most={most} /> : null
      }),
    ),
  ]
  return (
    <SmallTable
      label={t('Corridors, from and to')}
      columns={columns}
      rows={sources}
      rowId={({ jurisdictionId }) => jurisdictionId}
    />
  )
}

const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [place.jurisdictionId, place])).values(),
]

function Cell({ corridor, period, most }: { corridor: Corridor; period: Corridors; most: number }) {
  const { source, destination, volume, transfers, failed, fees } = corridor
  const { medianSeconds, p95Seconds } = corridor
  const exact = [
    plural(
      transfers,
      { one: '{amount} in {count} transfer', other: '{amount} in {count} transfers' },
      { amount: amountText(volume, 'USD'), count: countText(transfers) },
    ),
    t('{count} failed or returned', { count: countText(failed) }),
    t('fees {amount}', { amount: amountText(fees, 'USD') }),
    t('median {duration}', { duration: secondsText(medianSeconds) }),
    t('95% within {duration}', { duration: secondsText(p95Seconds) }),
  ].join(', ')
  const to = listOf(period, {
    fromJurisdiction: source.jurisdictionId,
    toJurisdiction: destination.jurisdictionId,
  })
  return (
    <PageLink to={to} className={`corridor-cell heat-${volume > most / 2 ? 2 : 1}`} title={exact}>
      <span className="visually-hidden">
        {t('{source} to {destination}:', {
          source: serviceText(source.name),
          destination: serviceText(destination.name),
        })}{' '}
      </span>
      <span className="strong">{shortText(volume)}</span>{' '}
      <span className="muted">
        · {countText(transfers)}
        {failed > 0 ? ` · ${t('{count} failed', { count: countText(failed) })}` : ''}
      </span>
      <span className="caption block">
        {secondsText(medianSeconds)} · 95% {secondsText(p95Seconds)}
      </span>
    </PageLink>
  )
}
