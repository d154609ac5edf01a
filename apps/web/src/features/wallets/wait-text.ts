import { durationText } from '../../ui/format/times.ts'

/** A waiting time without parts that are nothing: `1 h`, `2 d`. */
export const waitText = (seconds: number): string =>
  durationText(seconds * 1000).replace(/ 0+ (h|min)$/, '')
