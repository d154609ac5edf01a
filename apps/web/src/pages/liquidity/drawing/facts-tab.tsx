import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Address, shortAddress } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { DrawingTimeline } from './drawing-timeline.tsx'

/** What is owed and why, to whom it went, and what happened so far. */
export function FactsTab({ drawing }: { drawing: Drawing }) {
  const { failure, feeBreakdown, asset, principalOutstanding, feeTomorrow } = drawing
  return (
    <div className="grid">
      {failure ? (
        <Notice tone="fail" look="ground" title="Nothing was paid out">
          {failure.message}
        </Notice>
      ) : null}
      <div className="grid grid-2-1">
        <Card title="Fee" beside={<span className="caption">Term by term</span>} flush>
          <FeeTerms
            label="Fee term by term"
            breakdown={feeBreakdown}
            asset={asset}
            outstanding={principalOutstanding}
            tomorrow={feeTomorrow}
          />
        </Card>
        <OwedCard drawing={drawing} />
      </div>
      <div className="grid grid-2-1">
        <PaidOutCard drawing={drawing} />
        <Card title="Timeline">
          <DrawingTimeline drawing={drawing} />
        </Card>
      </div>
    </div>
  )
}

function OwedCard({ drawing }: { drawing: Drawing }) {
  const { asset, amount, principalOutstanding, feeAccrued, feePaid, totalReplenishAmount } = drawing
  return (
    <Card title="Owed">
      <Amount look="large" value={totalReplenishAmount} currency={asset} />
      <DescriptionList
        className="mt-2"
        rows={[
          { label: 'Principal', value: <Amount value={amount} /> },
          { label: 'Outstanding', value: <Amount value={principalOutstanding} /> },
          { label: 'Unpaid fee', value: <Amount value={feeAccrued} /> },
          { label: 'Fee paid', value: <Amount value={feePaid} /> },
          { label: 'Stated as paid', value: <Amount value={drawing.totalFulfilledAmount} /> },
          { label: 'Due', value: <Time at={drawing.dueAt} withZone />, sum: true },
        ]}
      />
    </Card>
  )
}

function PaidOutCard({ drawing }: { drawing: Drawing }) {
  const { recipientWallet, reserveFrameId, originalTxnHash, url, transferMode } = drawing
  const party = ({ name, country }: Drawing['originator']) => `${name}, ${countryName(country)}`
  const metadata = Object.entries(drawing.metadata)
  return (
    <Card title="Paid out">
      <DescriptionList
        rows={[
          { label: 'Amount', value: <Amount value={drawing.amount} currency={drawing.asset} /> },
          { label: 'Recipient', value: <Address value={recipientWallet} /> },
          { label: 'Transaction', value: <ChainLink hash={originalTxnHash} url={url} /> },
          { label: 'Originator', value: party(drawing.originator) },
          { label: 'Beneficiary', value: party(drawing.beneficiary) },
          {
            label: 'Drawn on',
            value: reserveFrameId ? (
              <TextLink className="mono" to={liquidityPaths.reserveFrame(reserveFrameId)}>
                {shortAddress(reserveFrameId)}
              </TextLink>
            ) : (
              'The credit line'
            ),
          },
          {
            label: 'Paid',
            value: transferMode === 'SCHEDULED' ? 'When the frame begins' : 'At once',
          },
          ...metadata.map(([label, value]) => ({ label, value })),
        ]}
      />
    </Card>
  )
}
