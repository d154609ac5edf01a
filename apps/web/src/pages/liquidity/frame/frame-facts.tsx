import { Gauge } from '../../../features/liquidity/gauge.tsx'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Address } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { amountText, countText, rateText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

/** Terms of a frame, how much of it is drawn, and what went back of its fee. */
export function FrameFacts({ frame }: { frame: ReserveFrame }) {
  return (
    <div className="grid grid-2">
      <Terms frame={frame} />
      <div className="grid">
        <Utilisation frame={frame} />
        <Refund frame={frame} />
      </div>
    </div>
  )
}

function Terms({ frame }: { frame: ReserveFrame }) {
  const { amount, asset, hours, fees, startTimestamp, endTimestamp, feeTxnHash } = frame
  const { hourlyFeeRateInBps, totalFeeBps, feeAmount } = fees
  return (
    <Card title={t('Terms')}>
      <DescriptionList
        rows={[
          { label: t('Amount'), value: <Amount value={amount} currency={asset} /> },
          { label: t('Start'), value: <Time at={startTimestamp} withZone /> },
          { label: t('End'), value: <Time at={endTimestamp} withZone /> },
          { label: t('Started hours'), value: countText(hours) },
          {
            label: t('Rate for each hour'),
            value: t('{rate} bps', { rate: rateText(hourlyFeeRateInBps) }),
          },
          { label: t('In all'), value: t('{rate} bps', { rate: rateText(totalFeeBps) }) },
          { label: t('Fee'), value: <Amount value={feeAmount} currency={asset} />, sum: true },
        ]}
      />
      <p className="muted mt-1">
        {t('{amount} × {rate} bps × {count} h', {
          amount: amountText(amount, asset),
          rate: rateText(hourlyFeeRateInBps),
          count: countText(hours),
        })}
      </p>
      <DescriptionList
        className="subsection"
        rows={[
          {
            label: t('Fee transaction'),
            value: feeTxnHash ? (
              <Address value={feeTxnHash} what={t('fee transaction')} />
            ) : (
              <span className="faint">{t('not paid')}</span>
            ),
          },
          { label: t('Quoted'), value: <Time at={frame.misc.quotedAt} detail="second" withZone /> },
          frame.misc.acceptedAt
            ? {
                label: t('Accepted'),
                value: <Time at={frame.misc.acceptedAt} detail="second" withZone />,
              }
            : undefined,
          frame.transactionId === frame.id
            ? undefined
            : { label: t('Reference'), value: frame.transactionId },
        ]}
      />
    </Card>
  )
}

function Utilisation({ frame: { amount, asset, misc } }: { frame: ReserveFrame }) {
  const { drawn, remaining, peak } = misc.utilisation
  return (
    <Card title={t('Utilisation')}>
      <Amount look="large" value={remaining} currency={t('{asset} left to draw', { asset })} />
      <Gauge
        label={t('Drawn')}
        limit={amount}
        parts={[{ value: drawn, look: 'solid' }]}
        text={t('{drawn} drawn of {amount}', {
          drawn: amountText(drawn, asset),
          amount: amountText(amount, asset),
        })}
      />
      <DescriptionList
        className="mt-2"
        rows={[
          { label: t('Drawn and not repaid'), value: <Amount value={drawn} currency={asset} /> },
          { label: t('Most drawn at one time'), value: <Amount value={peak} currency={asset} /> },
          { label: t('Amount'), value: <Amount value={amount} currency={asset} /> },
        ]}
      />
    </Card>
  )
}

function Refund({ frame: { misc, asset } }: { frame: ReserveFrame }) {
  const { refund } = misc
  if (!refund || refund.amount === 0) return null
  return (
    <Card title={t('Refund')}>
      <DescriptionList
        rows={[
          { label: t('Share of the fee'), value: `${refund.rate} %` },
          { label: t('Amount'), value: <Amount value={refund.amount} currency={asset} /> },
          { label: t('To'), value: <Address value={refund.toWalletAddress} /> },
          refund.transactionHash
            ? {
                label: t('Transaction'),
                value: <Address value={refund.transactionHash} what={t('refund transaction')} />,
              }
            : undefined,
        ]}
      />
    </Card>
  )
}
