import { useQuery } from '@tanstack/react-query'
import { reserveCost } from '../../../features/liquidity/arithmetic.ts'
import type { LineAsset } from '../../../features/liquidity/asset.ts'
import { Amount, useZone } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { amountText, countText, rateText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { momentOf } from '../fields/moment-field.tsx'
import type { QuoteValues } from './quote-form.ts'
import { q, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = { values: QuoteValues; asset: LineAsset | undefined }

/** What the fee will be, before it is asked for, with how it comes about. */
export function FeePreview({ values, asset }: Props) {
  const zone = useZone()
  const hourlyBps = useQuery(q(liquidity.limits, {})).data?.data.rates.hourlyFeeRateInBps
  const [from, to] = [momentOf(values.start, zone), momentOf(values.end, zone)]
  const amount = asset && values.amount.trim() ? parseAmount(values.amount, asset) : undefined
  const isWhole = from !== undefined && to !== undefined && to > from
  const cost =
    asset && amount?.ok && isWhole && hourlyBps !== undefined
      ? reserveCost(amount.minor, { from, to }, { hourlyBps, decimals: asset.decimals })
      : undefined
  return (
    <div className="wizard-rail">
      <Card title={t('Fee')}>
        <output className="block">
          {cost && asset && amount?.ok && hourlyBps !== undefined ? (
            <>
              <Amount look="figure" value={cost.fee} currency={asset.currency} />
              <p className="muted mt-2">
                {t('{amount} × {rate} bps × {count} h = {fee}', {
                  amount: amountText(amount.text, asset.currency),
                  rate: rateText(hourlyBps),
                  count: countText(cost.hours),
                  fee: amountText(cost.fee, asset.currency),
                })}
              </p>
            </>
          ) : (
            <p className="muted">{t('Choose a time and an amount to see what it costs.')}</p>
          )}
        </output>
        <DescriptionList
          className="subsection"
          rows={[
            fact(
              t('Rate for each hour'),
              hourlyBps === undefined ? '–' : t('{rate} bps', { rate: rateText(hourlyBps) }),
            ),
            fact(t('Started hours'), cost ? countText(cost.hours) : '–'),
            fact(t('In all'), cost ? t('{rate} bps', { rate: rateText(cost.totalBps) }) : '–'),
          ]}
        />
        <p className="hint mt-3">
          {t(
            'A basis point is a hundredth of a percent. The fee is due before the frame counts, and the quote holds for 30 minutes.',
          )}
        </p>
      </Card>
    </div>
  )
}
