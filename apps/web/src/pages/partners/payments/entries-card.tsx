import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Address } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { wordOf } from '../../../ui/format/status.ts'
import { Time } from '../../../ui/display/time.tsx'
import type { PaymentEntry } from '../../../api/queries/partners.ts'

/** The newest bookings; a fee leads to whom it was for. */
export function EntriesCard({ entries }: { entries: readonly PaymentEntry[] }) {
  return (
    <Card
      title="Entries"
      beside={
        entries.length > 0 ? <span className="caption">The newest {entries.length}</span> : null
      }
      flush
    >
      {entries.length === 0 ? (
        <EmptyState title="No entries yet">
          Payments in and fees of verifications are listed here.
        </EmptyState>
      ) : (
        <div className="table-scroll">
          <table className="small-table" aria-label="Entries">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Type</th>
                <th scope="col" className="cell-fill only-large">
                  For
                </th>
                <th scope="col" className="text-right">
                  Amount
                </th>
                <th scope="col" className="text-right only-large">
                  Balance
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Entry key={entry.entryId} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

const typeWords: Record<string, string> = { DEPOSIT: 'Payment in', KYC_FEE: 'Verification fee' }

function Entry({ entry }: { entry: PaymentEntry }) {
  const { type, amount, currency, balanceAfter, createdAt } = entry
  return (
    <tr>
      <td>
        <Time at={createdAt} />
      </td>
      <td>{typeWords[type] ?? wordOf(type)}</td>
      <td className="cell-fill only-large">
        <Subject entry={entry} />
      </td>
      <td className="text-right">
        <Amount value={amount} currency={currency} />
      </td>
      <td className="text-right only-large">
        <Amount value={balanceAfter} currency={currency} />
      </td>
    </tr>
  )
}

function Subject({ entry: { entityId, transactionHash, description } }: { entry: PaymentEntry }) {
  if (entityId) return <TextLink to={paths.entity(entityId)}>{description || entityId}</TextLink>
  if (transactionHash) return <Address value={transactionHash} what="transaction hash" />
  return description
}
