import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../../../ui/page/links.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { useSearchValue } from '../../../../ui/page/use-search-value.ts'
import { Amount } from '../../../../ui/display/values.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { countText, amountText } from '../../../../ui/format/numbers.ts'
import {
  type Days,
  type PayinRoute,
  type Volume,
  volumeQuery,
} from '../../../../api/queries/payin-routes.ts'
import { chartText, dayText, seriesOf } from './volume-view.ts'
import { TableScroll } from '../../../../ui/table/small-table.tsx'
import { StackedBars } from '../../../../features/charts/stacked-bars.tsx'
import { t, plural } from '../../../../messages/text.ts'

const ranges: readonly Days[] = ['7', '30', '90']

/** What came in on each day, drawn or as a table. */
export function VolumeTab({ route: { routeId, depositAccountInfo } }: { route: PayinRoute }) {
  const range = useSearchValue('days')
  const look = useSearchValue('as')
  const days = ranges.find((item) => item === range.value) ?? '30'
  const isTable = look.value === 'table'
  const query = useQuery(volumeQuery(routeId, days))
  return (
    <Card
      title={t('Received per day')}
      beside={
        <span className="caption">
          {t('{currency}, days in UTC', { currency: depositAccountInfo.currency })}
        </span>
      }
      end={
        <>
          <nav className="segments" aria-label={t('Days shown')}>
            {ranges.map((item) => (
              <PageLink
                key={item}
                to={range.linkTo(item === '30' ? undefined : item)}
                preventScrollReset
                aria-current={item === days ? 'true' : undefined}
              >
                {t('{days} days', { days: item })}
              </PageLink>
            ))}
          </nav>
          <nav className="segments" aria-label={t('Shown as')}>
            <PageLink
              to={look.linkTo(undefined)}
              preventScrollReset
              aria-current={isTable ? undefined : 'true'}
            >
              {t('Chart')}
            </PageLink>
            <PageLink
              to={look.linkTo('table')}
              preventScrollReset
              aria-current={isTable ? 'true' : undefined}
            >
              {t('Table')}
            </PageLink>
          </nav>
        </>
      }
      flush
    >
      <Region query={query} what={t('Deposits per day')}>
        {(volume) => (
          <>
            <p className="px-4 pt-4 muted">{chartText(volume)}.</p>
            {isTable ? <VolumeTable volume={volume} /> : <VolumeChart volume={volume} />}
          </>
        )}
      </Region>
    </Card>
  )
}

const sums = [
  ['received', t('Received')],
  ['forwarded', t('Forwarded')],
  ['held', t('Held')],
  ['returned', t('Returned')],
] as const

function VolumeTable({ volume: { days, currency } }: { volume: Volume }) {
  const money = (value: number) =>
    value === 0 ? <span className="faint">–</span> : <Amount value={value} currency={currency} />
  return (
    <TableScroll label={t('Received per day')}>
      <table className="small-table labelled-table" aria-label={t('Received per day')}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col" className="text-right">
              {t('Deposits')}
            </th>
            {sums.map(([key, label]) => (
              <th key={key} scope="col" className="text-right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayText(day.date)}</th>
              <td className="labelled-amount" data-label={t('Deposits')}>
                {countText(day.deposits)}
              </td>
              {sums.map(([key, label]) => (
                <td key={key} className="labelled-amount" data-label={label}>
                  {money(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** A column for each day; its table twin has the same days in figures. */
function VolumeChart({ volume }: { volume: Volume }) {
  const { days, currency } = volume
  return (
    <StackedBars
      label={chartText(volume)}
      buckets={days.map(({ date }) => dayText(date))}
      series={seriesOf(days)}
      readOut={(index) => readOut(days[index], currency)}
    />
  )
}

function readOut(day: Volume['days'][number] | undefined, currency: string): string {
  if (!day) return ''
  const { date, deposits, received } = day
  return deposits === 0
    ? t('{day}: none', { day: dayText(date) })
    : plural(
        deposits,
        { one: '{day}: {sum}, {count} deposit', other: '{day}: {sum}, {count} deposits' },
        { day: dayText(date), sum: amountText(received, currency) },
      )
}
