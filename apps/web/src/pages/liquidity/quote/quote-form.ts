import { parseAmount } from '../../../ui/format/parse-amount.ts'
import type { Zone } from '../../../ui/format/times.ts'
import type { FixedErrors } from '../../../ui/fields/use-fixed-form.ts'
import { type LineAsset } from '../../../features/liquidity/asset.ts'
import { fieldOfMoment, momentOf } from '../fields/moment-field.tsx'
import { t } from '../../../messages/text.ts'

/** As typed. */
export type QuoteValues = { start: string; end: string; amount: string; reference: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** From the next full hour for a day. */
export function emptyQuote(now: number, zone: Zone): QuoteValues {
  const start = now - (now % hourMs) + hourMs
  return {
    start: fieldOfMoment(start, zone),
    end: fieldOfMoment(start + dayMs, zone),
    amount: '',
    reference: '',
  }
}

/** What is wrong before anything is sent; the service decides about everything else. */
export function checkQuote(
  { start, end, amount }: QuoteValues,
  zone: Zone,
  asset: LineAsset | undefined,
): FixedErrors<QuoteValues> {
  const [from, to] = [momentOf(start, zone), momentOf(end, zone)]
  const read = asset && parseAmount(amount, asset)
  return {
    ...(from === undefined ? { start: t('Choose when it starts') } : {}),
    ...(to === undefined
      ? { end: t('Choose when it ends') }
      : from !== undefined && to <= from
        ? { end: t('Must be after the start') }
        : {}),
    ...(read && !read.ok ? { amount: read.message } : {}),
  }
}

const fields: Record<string, keyof QuoteValues> = {
  startTimestamp: 'start',
  endTimestamp: 'end',
  amount: 'amount',
  reference: 'reference',
}

/** The field that a path of the service's answer is about. */
export const quoteField = (path: string): keyof QuoteValues | undefined => fields[path]
