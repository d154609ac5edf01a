import { locale } from '../../../messages/language.ts'
import type { AnswerOf, payinRoutes } from '../../../api/call.ts'
import type { HeldDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { unfitText } from '../../../features/payin-routes/limit-labels.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { plural, t } from '../../../messages/text.ts'

export type ForwardResult = AnswerOf<typeof payinRoutes.forwardHeld>['data']['data']
type Row = Pick<HeldDeposit, 'amountIn' | 'receivedAt' | 'fit'>

/** As many as one request takes. */
export const forwardLimit = 50

/** The order in which they are forwarded. */
export const oldestFirst = <R extends Row>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => Date.parse(a.receivedAt) - Date.parse(b.receivedAt))

const together = new Intl.ListFormat(locale)

/** `300.00 EUR and 20.00 USD`; currencies are never added up. */
export function sumsText(rows: readonly Row[]): string {
  const byCurrency = Map.groupBy(rows, ({ amountIn }) => amountIn.currency)
  return together.format(
    [...byCurrency].map(([currency, of]) =>
      amountText(
        of.reduce((sum, { amountIn }) => sum + amountIn.amount, 0),
        currency,
      ),
    ),
  )
}

/** `2 deposits: Your daily limit: …`, one line for each reason. */
export function leftOut(picked: readonly Row[], beyond: readonly Row[]): string[] {
  const unfit = picked.flatMap(({ fit }) => (fit && !fit.fits ? [unfitText(fit)] : []))
  const lines = [...Map.groupBy(unfit, (text) => text)].map(([text, of]) =>
    t('{count} of {total}: {reason}', { count: of.length, total: picked.length, reason: text }),
  )
  if (beyond.length > 0)
    lines.push(
      t('{count} of {total}: later ones, for another time.', {
        count: beyond.length,
        total: picked.length,
      }),
    )
  return lines
}

export const forwardedTitle = ({ forwarded, sums }: ForwardResult): string =>
  forwarded === 0
    ? t('Nothing was forwarded')
    : plural(
        forwarded,
        { one: '{count} deposit forwarded: {sums}', other: '{count} deposits forwarded: {sums}' },
        {
          sums: together.format(sums.map(({ amount, currency }) => amountText(amount, currency))),
        },
      )
