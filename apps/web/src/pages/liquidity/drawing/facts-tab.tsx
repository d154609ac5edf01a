import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Address, shortAddress } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { DrawingTimeline } from './drawing-timeline.tsx'
import { t } from '../../../messages/text.ts'

/** What is owed and why, to whom it went, and what happened so far. */
export function FactsTab({ drawing }: { drawing: Drawing }) {
  const { failure, feeBreakdown, asset, principalOutstanding, feeTomorrow } = drawing
  return (
    <div className="grid">
      {failure ? (
        <Notice tone="fail" look="ground" title={t('Nothing was paid out')}>
          {failure.message}
        </Notice>
      ) : null}
      <div className="grid grid-2-1">
        <Card title={t('Fee')} beside={<span className="caption">{t('Term by term')}</span>} flush>
          <FeeTerms
            label={t('Fee term by term')}
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
        <Card title={t('Timeline')}>
          <DrawingTimeline drawing={drawing} />
        </Card>
      </div>
    </div>
  )
}

function OwedCard({ drawing }: { drawing: Drawing }) {
  const { asset, amount, principalOutstanding, feeAccrued, feePaid, totalReplenishAmount } = drawing
  return (
    <Card title={t('Owed')}>
      <Amount look="large" value={totalReplenishAmount} currency={asset} />
      <DescriptionList
        className="mt-2"
        rows={[
          fact(t('Principal'), <Amount value={amount} of={asset} />),
          fact(t('Outstanding'), <Amount value={principalOutstanding} of={asset} />),
          fact(t('Unpaid fee'), <Amount value={feeAccrued} of={asset} />),
          fact(t('Fee paid'), <Amount value={feePaid} of={asset} />),
          fact(t('Stated as paid'), <Amount value={drawing.totalFulfilledAmount} of={asset} />),
          fact(t('Due'), <Time at={drawing.dueAt} withZone />, 'sum'),
        ]}
      />
    </Card>
  )
}

function PaidOutCard({ drawing }: { drawing: Drawing }) {
  const { recipientWallet, reserveFrameId, originalTxnHash, url, transferMode } = drawing
  const party = ({ name, country }: Drawing['originator']) => `${name}, ${countryName(country)}`
  return (
    <Card title={t('Paid out')}>
      <DescriptionList
        rows={[
          fact(t('Amount'), <Amount value={drawing.amount} currency={drawing.asset} />),
          fact(t('Recipient'), <Address value={recipientWallet} />),
          fact(t('Transaction'), <ChainLink hash={originalTxnHash} url={url} />),
          fact(t('Originator'), party(drawing.originator)),
          fact(t('Beneficiary'), party(drawing.beneficiary)),
          fact(
            t('Drawn on'),
            reserveFrameId ? (
              <TextLink className="mono" to={liquidityPaths.reserveFrame(reserveFrameId)}>
                {shortAddress(reserveFrameId)}
              </TextLink>
            ) : (
              t('The credit line')
            ),
          ),
          fact(t('Paid'), transferMode === 'SCHEDULED' ? t('When the frame begins') : t('At once')),
          ...Object.entries(drawing.metadata).map(([label, value]) => fact(label, value)),
        ]}
      />
    </Card>
  )
}
