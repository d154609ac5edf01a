import { useQuery } from '@tanstack/react-query'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { type Replenishment, replenishmentQuery } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortAddress, shortId } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { isPaid, type ResultItem } from './use-replenish.ts'
import { t } from '../../../messages/text.ts'

/** What was paid, live until each has arrived, and what was not. */
export function ResultStep({ items }: { items: readonly ResultItem[] }) {
  return (
    <div className="grid" aria-live="polite">
      {items.map((item) =>
        isPaid(item) ? (
          <Paid key={item.replenishmentId} first={item} />
        ) : (
          <Notice
            key={item.originalTxnHash}
            tone="fail"
            title={t('{id} was not repaid', {
              id: shortAddress(item.originalTxnHash),
            })}
          >
            {item.error.message}
          </Notice>
        ),
      )}
    </div>
  )
}

function Paid({ first }: { first: Replenishment }) {
  const latest = useQuery(replenishmentQuery(first.replenishmentId)).data?.data ?? first
  const { txnStatus, ltxId, replenishTxnHash, url, totalReplenishAmount, asset, failure } = latest
  return (
    <Card aria-label={t('Replenishment of {id}', { id: ltxId })}>
      <DescriptionList
        rows={[
          fact(t('Status'), <StatusPill status={txnStatus} />),
          fact(
            t('Drawing'),
            <TextLink className="mono" to={liquidityPaths.drawing(ltxId)}>
              {shortId(ltxId)}
            </TextLink>,
          ),
          fact(t('Amount'), <Amount value={totalReplenishAmount} currency={asset} />),
          fact(t('Transaction'), <ChainLink hash={replenishTxnHash} url={url} />),
          failure && fact(t('Why it failed'), failure.message),
        ]}
      />
    </Card>
  )
}
