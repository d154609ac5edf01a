import { useQuery } from '@tanstack/react-query'
import { drawingCost } from '../../../features/liquidity/arithmetic.ts'
import type { LineAsset } from '../../../features/liquidity/asset.ts'
import { termLabels } from '../../../features/liquidity/labels.ts'
import type { Limits, ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { Region } from '../../../ui/page/region.tsx'
import { q, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = { amount: string; asset: LineAsset | undefined; frame: ReserveFrame | undefined }

/** What is left, and what the drawing will cost, beside the form. */
export function DrawRail({ amount, asset, frame }: Props) {
  const query = useQuery(q(liquidity.limits, {}))
  return (
    <div className="wizard-rail">
      <Card title={t('What is left')}>
        <Region query={query} what={t('Limits')}>
          {({ data }) => <Left limits={data} frame={frame} />}
        </Region>
      </Card>
      <Card title={t('What it costs')} className="mt-4">
        <output className="block">
          {query.data && asset ? (
            <Cost amount={amount} asset={asset} limits={query.data.data} />
          ) : null}
        </output>
      </Card>
    </div>
  )
}

function Left({ limits, frame }: { limits: Limits; frame: ReserveFrame | undefined }) {
  const { credit, daily, transaction, asset } = limits
  return (
    <DescriptionList
      rows={[
        frame
          ? fact(
              t('On this frame'),
              <Amount value={frame.misc.utilisation.remaining} currency={asset} />,
            )
          : fact(t('On the credit line'), <Amount value={credit.remaining} currency={asset} />),
        fact(t('Today'), <Amount value={daily.remaining} currency={asset} />),
        fact(t('At once'), <Amount value={transaction.limit} currency={asset} />),
        fact(t('Usual term'), t('{hours} h', { hours: limits.tenorHours })),
      ]}
    />
  )
}

function Cost({ amount, asset, limits }: { amount: string; asset: LineAsset; limits: Limits }) {
  const read = amount.trim() ? parseAmount(amount, asset) : undefined
  if (!read?.ok) return <p className="muted">{t('Enter an amount to see what it costs.')}</p>
  const { firstDay, eachDay, lines } = drawingCost(read.minor, limits.rates, asset.decimals)
  return (
    <>
      <DescriptionList
        rows={[
          fact(t('Repaid after a day'), <Amount value={firstDay} currency={asset.currency} />),
          fact(t('Each day after'), <Amount value={eachDay} currency={asset.currency} />),
        ]}
      />
      <DescriptionList
        className="subsection"
        rows={lines.map(({ term, rateBps, amount: part }) =>
          fact(
            term === 'ratePerUnitTime'
              ? t('{term}, {rate} bps × 24 h', {
                  term: termLabels[term],
                  rate: rateText(rateBps),
                })
              : t('{term}, {rate} bps', {
                  term: termLabels[term],
                  rate: rateText(rateBps),
                }),
            <Amount value={part} currency={asset.currency} />,
          ),
        )}
      />
    </>
  )
}
