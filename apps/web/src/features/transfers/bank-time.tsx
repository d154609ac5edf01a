import { useZone } from '../../ui/preferences/zone.ts'
import { Time } from '../../ui/display/values.tsx'
import { timeText } from '../../ui/format/times.ts'
import { wallTime } from '../../ui/format/zones.ts'
import { t } from '../../messages/text.ts'

type Props = {
  at: string
  /** Whose clock decides the day; undefined where no bank pays out. */
  bankZone: string | undefined
  /** The banking days of its year are not published yet. */
  isEstimated?: boolean | undefined
}

/** A time on the reader's clock, and on the bank's where that shows another one. */
export function BankTime({ at, bankZone, isEstimated }: Props) {
  const zone = useZone()
  const atBank = bankZone && timeText(at, bankZone, { withZone: true })
  const isOther = atBank && atBank !== timeText(at, zone, { withZone: true })
  return (
    <>
      <Time at={at} withZone />
      {isOther ? (
        <span className="caption block">{t('{time} at the bank', { time: atBank })}</span>
      ) : null}
      {isEstimated ? (
        <span className="caption block">
          {t('Estimated: the calendar of {year} is not published yet', {
            year: wallTime(Date.parse(at), bankZone ?? 'utc').year,
          })}
        </span>
      ) : null}
    </>
  )
}
