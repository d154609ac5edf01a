import { Gauge } from '../../../features/liquidity/gauge.tsx'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Address } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { amountText, countText, rateText } from '../../../ui/format/numbers.ts'

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
    <Card title="Terms">
      <DescriptionList
        rows={[
          { label: 'Amount', value: <Amount value={amount} currency={asset} /> },
          { label: 'Start', value: <Time at={startTimestamp} withZone /> },
          { label: 'End', value: <Time at={endTimestamp} withZone /> },
          { label: 'Started hours', value: countText(hours) },
          { label: 'Rate for each hour', value: `${rateText(hourlyFeeRateInBps)} bps` },
          { label: 'In all', value: `${rateText(totalFeeBps)} bps` },
          { label: 'Fee', value: <Amount value={feeAmount} currency={asset} />, sum: true },
        ]}
      />
      <p className="muted mt-1">
        {amountText(amount, asset)} × {rateText(hourlyFeeRateInBps)} bps × {countText(hours)} h
      </p>
      <DescriptionList
        className="subsection"
        rows={[
          {
            label: 'Fee transaction',
            value: feeTxnHash ? (
              <Address value={feeTxnHash} what="fee transaction" />
            ) : (
              <span className="faint">not paid</span>
            ),
          },
          { label: 'Quoted', value: <Time at={frame.misc.quotedAt} detail="second" withZone /> },
          frame.misc.acceptedAt
            ? {
                label: 'Accepted',
                value: <Time at={frame.misc.acceptedAt} detail="second" withZone />,
              }
            : undefined,
          frame.transactionId === frame.id
            ? undefined
            : { label: 'Reference', value: frame.transactionId },
        ]}
      />
    </Card>
  )
}

function Utilisation({ frame: { amount, asset, misc } }: { frame: ReserveFrame }) {
  const { drawn, remaining, peak } = misc.utilisation
  return (
    <Card title="Utilisation">
      <Amount look="large" value={remaining} currency={`${asset} left to draw`} />
      <Gauge
        label="Drawn"
        limit={amount}
        parts={[{ value: drawn, look: 'solid' }]}
        text={`${amountText(drawn, asset)} drawn of ${amountText(amount, asset)}`}
      />
      <DescriptionList
        className="mt-2"
        rows={[
          { label: 'Drawn and not repaid', value: <Amount value={drawn} currency={asset} /> },
          { label: 'Most drawn at one time', value: <Amount value={peak} currency={asset} /> },
          { label: 'Amount', value: <Amount value={amount} currency={asset} /> },
        ]}
      />
    </Card>
  )
}

function Refund({ frame: { misc, asset } }: { frame: ReserveFrame }) {
  const { refund } = misc
  if (!refund || refund.amount === 0) return null
  return (
    <Card title="Refund">
      <DescriptionList
        rows={[
          { label: 'Share of the fee', value: `${refund.rate} %` },
          { label: 'Amount', value: <Amount value={refund.amount} currency={asset} /> },
          { label: 'To', value: <Address value={refund.toWalletAddress} /> },
          refund.transactionHash
            ? {
                label: 'Transaction',
                value: <Address value={refund.transactionHash} what="refund transaction" />,
              }
            : undefined,
        ]}
      />
    </Card>
  )
}
