import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { sourceLabel } from '../../../features/liquidity/labels.ts'
import { RecordEvents } from '../../../features/webhooks/record-events.tsx'
import { type Replenishment, replenishmentQuery } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time, StatusPill, shortId } from '../../../ui/display/values.tsx'
import { Card, fact, Notice } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { t } from '../../../messages/text.ts'

/** One repayment: how far it is, what arrived and what it was used for. */
export function Component() {
  const { id: replenishmentId = '' } = useParams()
  const query = useQuery(replenishmentQuery(replenishmentId))
  return (
    <RecordPage
      query={query}
      what={t('Replenishment')}
      trail={[
        { label: t('Liquidity'), to: paths.liquidity },
        { label: t('Drawings'), to: liquidityPaths.drawings },
      ]}
      name={t('Replenishment')}
    >
      {({ data }) => <Page replenishment={data} />}
    </RecordPage>
  )
}

function Page({ replenishment }: { replenishment: Replenishment }) {
  const { replenishmentId, txnStatus, totalReplenishAmount, asset, failure } = replenishment
  return (
    <>
      <PageHead
        heading={t('Replenishment of {amount}', {
          amount: amountText(totalReplenishAmount, asset),
        })}
        text={
          <span className="row flex-wrap mt-2">
            <StatusPill status={txnStatus} />
            <span className="row gap-1">
              <Copied text={replenishmentId} label={t('Copy replenishment id')} />
            </span>
          </span>
        }
      />
      <div className="grid">
        {failure ? (
          <Notice tone="fail" look="ground" title={t('The payment failed')}>
            {t('{reason} The drawing is owed as before.', { reason: failure.message })}
          </Notice>
        ) : null}
        <div className="grid grid-2">
          <PaymentCard replenishment={replenishment} />
          <UseCard replenishment={replenishment} />
        </div>
        <RecordEvents id={replenishmentId} name={t('Events of this replenishment')} />
      </div>
    </>
  )
}

function PaymentCard({ replenishment }: { replenishment: Replenishment }) {
  const { source, ltxId, replenishTxnHash, url, createdAt, updatedAt, batchId } = replenishment
  return (
    <Card
      title={t('Payment')}
      facts={[
        fact(t('Paid by'), sourceLabel[source]),
        fact(
          t('Drawing'),
          <TextLink className="mono" to={liquidityPaths.drawing(ltxId)}>
            {shortId(ltxId)}
          </TextLink>,
        ),
        fact(t('Transaction'), <ChainLink hash={replenishTxnHash} url={url} />),
        batchId && fact(t('Batch'), <span className="mono">{batchId}</span>),
        fact(t('Begun'), <Time at={createdAt} detail="second" withZone />),
        fact(t('Last change'), <Time at={updatedAt} detail="second" withZone />),
      ]}
    />
  )
}

function UseCard({ replenishment: { received, asset } }: { replenishment: Replenishment }) {
  return (
    <Card
      title={t('What arrived and what it paid')}
      facts={[
        fact(t('Fee'), <Amount value={received.fee} currency={asset} />),
        fact(t('Principal'), <Amount value={received.principal} currency={asset} />),
        fact(
          t('Too much, credited to the payments account'),
          <Amount value={received.surplus} currency={asset} />,
        ),
        fact(t('Arrived'), <Amount value={received.amount} currency={asset} />, 'sum'),
      ]}
    />
  )
}
