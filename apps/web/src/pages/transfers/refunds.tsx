import { useQueries } from '@tanstack/react-query'
import { TextLink } from '../../components/links.tsx'
import { paths } from '../../paths.ts'
import { shortId } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'
import { transferQuery } from './queries.ts'
import type { Transfer } from './words.ts'

/** The refunds of a transfer, each with its state. */
export function LinkedRefunds({ transfer: { refunds } }: { transfer: Transfer }) {
  return refunds.length > 0 ? <RefundsCard ids={refunds} /> : null
}

function RefundsCard({ ids }: { ids: readonly string[] }) {
  const queries = useQueries({ queries: ids.map(transferQuery) })
  return (
    <Card title={ids.length === 1 ? 'Refund' : 'Refunds'} className="mb-4" flush>
      <ul className="does">
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
