import type { AnswerOf, payinRoutes } from '../../../api/call.ts'
import type { DepositRecord } from '../../../api/queries/payin-routes.ts'
import { unfitText } from '../../../features/payin-routes/limit-labels.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

export type ForwardResult = AnswerOf<typeof payinRoutes.forwardHeld>['data']['data']
type Row = Pick<DepositRecord, 'amountIn' | 'receivedAt' | 'fit'>

/** As many as one request takes. */
export const forwardLimit = 50

/** The order in which they are forwarded. */
export const oldestFirst = <R extends Row>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => Date.parse(a.receivedAt) - Date.parse(b.receivedAt))

/** `300.00 EUR and 20.00 USD`; currencies are never added up. */
export function sumsText(rows: readonly Row[]): string {
  const byCurrency = Map.groupBy(rows, ({ amountIn }) => amountIn.currency)
  return [...byCurrency]
    .map(([currency, of]) =>
      amountText(
        of.reduce((sum, { amountIn }) => sum + amountIn.amount, 0),
        currency,
      ),
    )
    .join(' and ')
}

/** `2 deposits: Your daily limit: …`, one line for each reason. */
export function leftOut(picked: readonly Row[], beyond: readonly Row[]): string[] {
  const unfit = picked.flatMap(({ fit }) => (fit && !fit.fits ? [unfitText(fit)] : []))
  const lines = [...Map.groupBy(unfit, (text) => text)].map(([text, of]) =>
    t('{length} of {length2}: {text}', { length: of.length, length2: picked.length, text }),
  )
  if (beyond.length > 0)
    lines.push(
      t('{length} of {length2}: later ones, for another time.', {
        length: beyond.length,
        length2: picked.length,
      }),
    )
  return lines
}

export const forwardedTitle = ({ forwarded, sums }: ForwardResult): string =>
  forwarded === 0
    ? t('Nothing was forwarded')
    : t('{forwarded} {value} forwarded: {sums}', {
        forwarded,
        value: forwarded === 1 ? 'deposit' : 'deposits',
        sums: sums.map(({ amount, currency }) => amountText(amount, currency)).join(' and '),
      })
