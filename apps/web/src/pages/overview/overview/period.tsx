import { useQuery } from '@tanstack/react-query'
import { figuresQuery, type VolumeRange } from '../../../api/figures.ts'
import { useZone } from '../../../ui/display/values.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { zoneName } from './figures.ts'
import { t } from '../../../messages/text.ts'

const lastTexts: Record<VolumeRange, string> = {
  '24h': t('Last 24 hours'),
  '7d': t('Last 7 days'),
  '30d': t('Last 30 days'),
  '90d': t('Last 90 days'),
}
const ranges = Object.keys(lastTexts) as VolumeRange[]

/** The period that all figures of the overview are of; the address holds it. */
export function usePeriod() {
  const { value, linkTo } = useSearchValue('range')
  return { range: ranges.find((range) => range === value) ?? '30d', linkTo }
}

const dayMs = 86_400_000

/** Which period figures are of, that may be those of the one before while another is read. */
export function rangeOf({ from, to }: { from: string; to: string }): VolumeRange {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  // A day of summer time has an hour more or less.
  if (days < 1.5) return '24h'
  return days < 8 ? '7d' : days < 31 ? '30d' : '90d'
}

export function useFigures() {
  const { range } = usePeriod()
  return useQuery(figuresQuery(range, zoneName(useZone())))
}

/** Says which period the figures below are of, and offers the others. */
export function PeriodChoice() {
  const { range, linkTo } = usePeriod()
  return (
    <div className="row between flex-wrap">
      <h2 className="strong">{lastTexts[range]}</h2>
      <nav className="segments nowrap" aria-label={t('Period shown')}>
        {ranges.map((item) => (
          <PageLink
            key={item}
            to={linkTo(item === '30d' ? undefined : item)}
            preventScrollReset
            aria-current={item === range ? 'true' : undefined}
          >
            <span className="nowrap">{item.replace(/\D/, ' $&')}</span>
          </PageLink>
        ))}
      </nav>
    </div>
  )
}

/** What a figure was in as long a time before. */
export function beforeText(range: VolumeRange, before: string): string {
  switch (range) {
    case '24h':
      return t('24 hours before: {before}', { before })
    case '7d':
      return t('7 days before: {before}', { before })
    case '90d':
      return t('90 days before: {before}', { before })
    default:
      return t('30 days before: {before}', { before })
  }
}
