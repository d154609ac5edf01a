import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Address, shortAddress, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact, Notice } from '../../../ui/display/blocks.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { t } from '../../../messages/text.ts'
import { drawingStates } from '@corridor/domain'
import { codeLabel, codeText } from '../../../messages/service.ts'
import { Timeline, type TimelineItem } from '../../../ui/display/timeline.tsx'
import { readStatus } from '../../../ui/format/status.ts'

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
    <Card
      title={t('Paid out')}
      facts={[
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
  )
}

/** From the order over its payment to the repayments and the day on which it is due. */
function DrawingTimeline({ drawing }: { drawing: Drawing }) {
  return <Timeline label={t('Timeline')} items={itemsOf(drawing)} />
}

function itemsOf(drawing: Drawing): TimelineItem[] {
  const { createdAt, scheduledFor, disbursedAt, dueAt, status, failure, replenishments } = drawing
  const { isDrawn, isOpen, meaning } = drawingStates[status]
  return [
    { key: 'ordered', meaning: 'done', title: t('Created'), aside: <Time at={createdAt} /> },
    ...(scheduledFor
      ? [
          {
            key: 'scheduled',
            meaning: disbursedAt ? ('done' as const) : ('wait' as const),
            title: t('Frame begins'),
            aside: <Time at={scheduledFor} />,
          },
        ]
      : []),
    !isDrawn
      ? {
          key: 'failed',
          meaning: 'fail',
          title: codeLabel(status),
          aside: <Time at={failure?.at ?? drawing.updatedAt} />,
          text: failure?.message,
        }
      : {
          key: 'disbursed',
          meaning: disbursedAt ? 'done' : 'move',
          title: disbursedAt ? t('Paid out') : t('Being paid out'),
          aside: disbursedAt ? <Time at={disbursedAt} /> : null,
        },
    ...replenishments
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .map((replenishment) => ({
        key: replenishment.replenishmentId,
        meaning: readStatus(replenishment.txnStatus).meaning,
        title: t('Replenishment {state}', { state: codeText(replenishment.txnStatus) }),
        aside: <Time at={replenishment.createdAt} />,
        text: <Amount value={replenishment.totalReplenishAmount} currency={replenishment.asset} />,
      })),
    ...(!isDrawn
      ? []
      : [
          !isOpen
            ? {
                key: 'ended',
                meaning,
                title: codeLabel(status),
                aside: <Time at={drawing.updatedAt} />,
              }
            : {
                key: 'due',
                meaning: status === 'OVERDUE' ? ('hand' as const) : ('none' as const),
                title: status === 'OVERDUE' ? t('Overdue') : t('Due'),
                aside: <Time at={dueAt} />,
              },
        ]),
  ]
}
