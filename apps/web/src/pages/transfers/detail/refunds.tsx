import { useQueries } from '@tanstack/react-query'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { shortId, Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { type Transfer, transferQuery } from '../../../api/queries/transfers.ts'
import { t } from '../../../messages/text.ts'

/** The refunds of a transfer, each with its state. */
export function LinkedRefunds({ transfer: { refunds } }: { transfer: Transfer }) {
  return refunds.length > 0 ? <RefundsCard ids={refunds} /> : null
}

function RefundsCard({ ids }: { ids: readonly string[] }) {
  const queries = useQueries({ queries: ids.map(transferQuery) })
  return (
    <Card title={ids.length === 1 ? t('Refund') : t('Refunds')} className="mb-4" flush>
      <ul className="action-list">
        {ids.map((id, index) => {
          const refund = queries[index]?.data?.data
          return (
            <li key={id}>
              <span className="row flex-wrap">
                {refund ? <StatusPill status={refund.status} /> : null}
                <TextLink className="mono" to={paths.transfer(id)}>
                  {shortId(id)}
                </TextLink>
              </span>
              {refund ? (
                <span className="row">
                  <Amount value={refund.to.amount} currency={refund.to.currency} />
                  <span className="muted">
                    <Time at={refund.createdAt} />
                  </span>
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
