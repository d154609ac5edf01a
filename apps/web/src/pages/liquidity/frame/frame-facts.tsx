import { Gauge } from '../../../features/liquidity/gauge.tsx'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Address, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
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
          fact(t('Amount'), <Amount value={amount} currency={asset} />),
          fact(t('Start'), <Time at={startTimestamp} withZone />),
          fact(t('End'), <Time at={endTimestamp} withZone />),
          fact(t('Started hours'), countText(hours)),
          fact(t('Rate for each hour'), t('{rate} bps', { rate: rateText(hourlyFeeRateInBps) })),
          fact(t('In all'), t('{rate} bps', { rate: rateText(totalFeeBps) })),
          fact(t('Fee'), <Amount value={feeAmount} currency={asset} />, 'sum'),
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
          fact(
            t('Fee transaction'),
            feeTxnHash ? (
              <Address value={feeTxnHash} what={t('fee transaction')} />
            ) : (
              <span className="faint">{t('not paid')}</span>
            ),
          ),
          fact(t('Quoted'), <Time at={frame.misc.quotedAt} detail="second" withZone />),
          frame.misc.acceptedAt &&
            fact(t('Accepted'), <Time at={frame.misc.acceptedAt} detail="second" withZone />),
          frame.transactionId !== frame.id && fact(t('Reference'), frame.transactionId),
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
          fact(t('Drawn and not repaid'), <Amount value={drawn} currency={asset} />),
          fact(t('Most drawn at one time'), <Amount value={peak} currency={asset} />),
          fact(t('Amount'), <Amount value={amount} currency={asset} />),
        ]}
      />
    </Card>
  )
}

function Refund({ frame: { misc, asset } }: { frame: ReserveFrame }) {
  const { refund } = misc
  if (!refund || refund.amount === 0) return null
  return (
    <Card
      title={t('Refund')}
      facts={[
        fact(t('Share of the fee'), `${refund.rate} %`),
        fact(t('Amount'), <Amount value={refund.amount} currency={asset} />),
        fact(t('To'), <Address value={refund.toWalletAddress} />),
        refund.transactionHash &&
          fact(
            t('Transaction'),
            <Address value={refund.transactionHash} what={t('refund transaction')} />,
          ),
      ]}
    />
  )
}
