import { useQuery } from '@tanstack/react-query'
import { type UnlistedDeposit, unlistedQuery } from '../../../api/queries/payin-routes.ts'
import { Address } from '../../../ui/display/address.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'

const columns: SmallColumn<UnlistedDeposit>[] = [
  {
    head: 'Asset',
    isRowHeading: true,
    cell: ({ kind, tokenAddress, symbol }) =>
      kind === 'NATIVE' ? (
        'Native coin'
      ) : (
        <span className="inline-flex items-center gap-1">
          {symbol ? <span className="muted">says “{symbol}”</span> : 'Unknown token'}
          <Address value={tokenAddress} what="token address" />
        </span>
      ),
  },
  {
    head: 'Raw amount',
    className: 'end',
    cell: ({ amountRaw }) => <span className="mono">{amountRaw}</span>,
  },
  { head: 'From', cell: ({ sender }) => <Address value={sender} what="sender" /> },
  { head: 'To', cell: ({ walletAddress }) => <Address value={walletAddress} /> },
  { head: 'Transaction', cell: ({ hash }) => <Address value={hash} what="hash" /> },
  { head: 'Received', className: 'end', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
]

/** Unknown tokens and native coin that came to deposit addresses; nothing where there are none. */
export function UnlistedDeposits() {
  const { data } = useQuery(unlistedQuery)
  if (!data || data.total + data.notListed.length === 0) return null
  const rest = data.notListed.reduce((sum, { count }) => sum + count, 0)
  const shown = data.deposits.length
  return (
    <Notice
      tone="wait"
      title={`${countText(data.total)} unsupported ${data.total === 1 ? 'asset' : 'assets'} received`}
    >
      <p>
        Unknown tokens and native coin are not credited or forwarded, and have no price. We decide
        whether they go back. Anyone can send them: never trust their names.
        {rest > 0 ? ` ${countText(rest)} more in the last 30 days are only counted.` : ''}
      </p>
      {shown > 0 ? (
        <details>
          <summary>{`Show ${shown < data.total ? `the newest ${shown}` : 'them'}`}</summary>
          <SmallTable
            label="Unsupported assets"
            columns={columns}
            rows={data.deposits}
            rowId={({ depositId }) => depositId}
          />
        </details>
      ) : null}
    </Notice>
  )
}
