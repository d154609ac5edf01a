import { plural, t } from '../../messages/text.ts'
import { durationText } from '../../ui/format/times.ts'

const hourS = 3600
const dayS = 24 * hourS

/** A waiting time without parts that are nothing: `1 h`, `2 d`. */
export function waitText(seconds: number): string {
  if (seconds >= dayS && seconds % dayS === 0)
    return plural(seconds / dayS, { one: '{count} d', other: '{count} d' })
  if (seconds >= hourS && seconds < dayS && seconds % hourS === 0)
    return t('{hours} h', { hours: seconds / hourS })
  return durationText(seconds * 1000)
}
