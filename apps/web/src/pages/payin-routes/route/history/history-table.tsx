import { Fragment } from 'react'
import { Link } from 'react-router'
import { TextLink } from '../../../../ui/page/links.tsx'
import { senderName } from '../../../../features/payin-routes/words.ts'
import { paths } from '../../../../routing/paths.ts'
import { shortId } from '../../../../ui/display/address.tsx'
import { Amount } from '../../../../ui/display/amount.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import { DepositStatus } from '../../../../features/payin-routes/deposits/deposit-columns.tsx'
import { DepositFacts } from '../../../../features/payin-routes/deposits/deposit-facts.tsx'
import type { Deposit } from '../../../../api/queries/payin-routes.ts'

type Open = { value: string | undefined; linkTo: (value: string | undefined) => string }
type Props = { deposits: readonly Deposit[]; fundingAccountId: string; open: Open }

/** One line for each deposit; the one that the address names is open below its line. */
export function HistoryTable({ deposits, fundingAccountId, open }: Props) {
  return (
    <div className="table-scroll">
      <table
        className="small-table stacked-table stacked-events"
        aria-label="Deposits of this route"
      >
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Sender</th>
            <th scope="col" className="only-large">
              Payer reference
            </th>
            <th scope="col" className="text-right">
              Received
            </th>
            <th scope="col" className="text-right">
              Fee
            </th>
            <th scope="col" className="text-right">
              Forwarded
            </th>
            <th scope="col">Transfer</th>
            <th scope="col" className="text-right">
              Received at
            </th>
          </tr>
        </thead>
        <tbody>
          {deposits.map((deposit) => {
            const isOpen = deposit.depositId === open.value
            return (
              <Fragment key={deposit.depositId}>
                <Row
                  deposit={deposit}
                  isOpen={isOpen}
                  to={open.linkTo(isOpen ? undefined : deposit.depositId)}
                />
                {isOpen ? (
                  <tr className="detail-row">
                    <td colSpan={8}>
                      <DepositFacts {...{ deposit, fundingAccountId }} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Row({ deposit, isOpen, to }: { deposit: Deposit; isOpen: boolean; to: string }) {
  const { sender, amountIn, amountOut, fees, executionId, status } = deposit
  const isPaid = amountOut.amount > 0
  return (
    <tr className={isOpen ? 'is-open' : undefined}>
      <td className="cell-status">
        <DepositStatus deposit={deposit} />
      </td>
      <td className="cell-who cell-fill">
        <Link className="row-link" to={to} preventScrollReset aria-expanded={isOpen}>
          {senderName(deposit)}
        </Link>
      </td>
      <td className="muted only-large">
        {sender.reference || <span className="faint">none</span>}
      </td>
      <td className="text-right cell-out">
        <Amount value={amountIn.amount} currency={amountIn.currency} />
      </td>
      <td className="text-right">
        {isPaid ? (
          <Amount value={fees.totalFees.amount} currency={fees.totalFees.currency} />
        ) : (
          <span className="faint">not taken</span>
        )}
      </td>
      <td className="text-right">
        {isPaid ? (
          <Amount
            value={amountOut.amount}
            currency={amountOut.currency}
            due={status !== 'FORWARDED'}
          />
        ) : (
          <span className="faint">{status === 'RETURNED' ? 'returned' : 'none yet'}</span>
        )}
      </td>
      <td>
        {executionId ? (
          <TextLink className="mono above-row-link" to={paths.transfer(executionId)}>
            {shortId(executionId)}
          </TextLink>
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td className="text-right muted cell-in">
        <Time at={deposit.receivedAt} detail="second" />
      </td>
    </tr>
  )
}
