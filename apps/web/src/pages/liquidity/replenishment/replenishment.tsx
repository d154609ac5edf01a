import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { sourceLabel } from '../../../features/liquidity/labels.ts'
import { RecordEvents } from '../../../features/webhooks/record-events.tsx'
import { isMissing } from '../../../api/errors.ts'
import { type Replenishment, replenishmentQuery } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { shortId } from '../../../ui/display/address.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { Breadcrumb, TextLink } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { t } from '../../../messages/text.ts'

/** One repayment: how far it is, what arrived and what it was used for. */
export function Component() {
  const { id: replenishmentId = '' } = useParams()
  const query = useQuery(replenishmentQuery(replenishmentId))
  if (isMissing(query)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Liquidity'), to: paths.liquidity },
          { label: t('Drawings'), to: liquidityPaths.drawings },
          { label: t('Replenishment') },
        ]}
      />
      <Region query={query} what={t('Replenishment')}>
        {({ data }) => <Page replenishment={data} />}
      </Region>
    </>
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
              <span className="mono truncated">{replenishmentId}</span>
              <CopyButton text={replenishmentId} label={t('Copy replenishment id')} />
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
    <Card title={t('Payment')}>
      <DescriptionList
        rows={[
          { label: t('Paid by'), value: sourceLabel[source] },
          {
            label: t('Drawing'),
            value: (
              <TextLink className="mono" to={liquidityPaths.drawing(ltxId)}>
                {shortId(ltxId)}
              </TextLink>
            ),
          },
          { label: t('Transaction'), value: <ChainLink hash={replenishTxnHash} url={url} /> },
          batchId
            ? { label: t('Batch'), value: <span className="mono">{batchId}</span> }
            : undefined,
          { label: t('Begun'), value: <Time at={createdAt} detail="second" withZone /> },
          { label: t('Last change'), value: <Time at={updatedAt} detail="second" withZone /> },
        ]}
      />
    </Card>
  )
}

function UseCard({ replenishment: { received, asset } }: { replenishment: Replenishment }) {
  return (
    <Card title={t('What arrived and what it paid')}>
      <DescriptionList
        rows={[
          { label: t('Fee'), value: <Amount value={received.fee} currency={asset} /> },
          { label: t('Principal'), value: <Amount value={received.principal} currency={asset} /> },
          {
            label: t('Too much, credited to the payments account'),
            value: <Amount value={received.surplus} currency={asset} />,
          },
          {
            label: t('Arrived'),
            value: <Amount value={received.amount} currency={asset} />,
            sum: true,
          },
        ]}
      />
    </Card>
  )
}
