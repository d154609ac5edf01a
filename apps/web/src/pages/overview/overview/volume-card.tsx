import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { type FigureSeries, type VolumeBy, volumeOfTransfersQuery } from '../../../api/figures.ts'
import { StackedBars } from '../../../features/charts/stacked-bars.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { bucketText, zoneName } from './figures.ts'
import { usePeriod } from './period.tsx'
import { SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Volume by hour or day, drawn or as a table; the address holds what is shown. */
export function VolumeCard() {
  const zone = useZone()
  const { range } = usePeriod()
  const [by, look] = [useSearchValue('by'), useSearchValue('as')]
  const split: VolumeBy = by.value === 'status' ? 'status' : 'currency'
  const query = useQuery(volumeOfTransfersQuery(range, split, zoneName(zone)))
  const isTable = look.value === 'table'
  return (
    <Card
      title={split === 'status' ? t('Volume by status') : t('Volume by source currency')}
      beside={<span className="caption">{t('USD, indicative')}</span>}
      className="volume-card"
      end={
        <>
          <TextLink
            className="nowrap"
            to={by.linkTo(split === 'status' ? undefined : 'status')}
            preventScrollReset
          >
            {split === 'status' ? t('By currency') : t('By status')}
          </TextLink>
          <TextLink
            className="nowrap"
            to={look.linkTo(isTable ? undefined : 'table')}
            preventScrollReset
          >
            {isTable ? t('View as chart') : t('View as table')}
          </TextLink>
        </>
      }
      flush
    >
      <Region query={query} what={t('Volume')}>
        {({ data }) => (isTable ? <Table figures={data} /> : <Chart figures={data} />)}
      </Region>
    </Card>
  )
}

function useTexts({ buckets, series }: FigureSeries) {
  const zone = useZone()
  const valueOf = (values: readonly number[], index: number) => values[index] ?? 0
  const named = series.map(({ key, volume }) => ({ key, label: labelOf(key), values: volume }))
  return {
    named,
    names: buckets.map((bucket) => bucketText(bucket, zone)),
    /** One column in words: those of its series that are not nothing. */
    readOut: (index: number) => {
      const parts = named
        .filter(({ values }) => valueOf(values, index) > 0)
        .map(({ label, values }) => `${label} ${amountText(valueOf(values, index))}`)
      const bucket = buckets[index]
      const name = bucket ? bucketText(bucket, zone) : ''
      return `${name}: ${parts.length === 0 ? t('none') : parts.join(', ')}`
    },
  }
}

/** A currency stays as it is; a status is written out. */
const labelOf = (key: string) => (key.length > 5 ? codeLabel(key) : key)

function Chart({ figures }: { figures: FigureSeries }) {
  const { named, names, readOut } = useTexts(figures)
  return (
    <StackedBars
      label={
        names[0]?.includes(':')
          ? plural(names.length, {
              one: 'Volume of {count} hour in USD',
              other: 'Volume of {count} hours in USD',
            })
          : plural(names.length, {
              one: 'Volume of {count} day in USD',
              other: 'Volume of {count} days in USD',
            })
      }
      buckets={names}
      series={named}
      readOut={readOut}
    />
  )
}

function Table({ figures }: { figures: FigureSeries }) {
  const { named, names } = useTexts(figures)
  const columns = [
    smallColumn(t('From'), { isRowHeading: true }, (row: number) => names[row]),
    ...named.map(({ label, values }) =>
      smallColumn(label, { className: 'number' }, (row: number) => amountText(values[row] ?? 0)),
    ),
  ]
  return (
    <SmallTable
      label={t('Volume')}
      columns={columns}
      rows={names.map((_, index) => index).toReversed()}
      rowId={(row) => figures.buckets[row]?.from ?? ''}
    />
  )
}
