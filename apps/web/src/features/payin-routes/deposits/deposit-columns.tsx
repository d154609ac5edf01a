import { TextLink } from '../../../ui/page/links.tsx'
import { heldLabel, labelsText, senderName } from '../labels.ts'
import { type Column, column } from '../../../ui/table/types.ts'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import type { ListedDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { ResolveDeposit } from '../resolve/resolve-deposit.tsx'
import { t } from '../../../messages/text.ts'

/** Deposits of all funding accounts, those without a route as well. */
export const depositColumns: Column<ListedDeposit>[] = [
  column('status', t('Status'), { width: 200 }, (row) => <DepositStatus deposit={row} />),
  column('sender', t('Sender'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{senderName(row)}</span>
  )),
  column('amount', t('Received'), { width: 144, align: 'end' }, ({ amountIn }) => (
    <Amount value={amountIn.amount} currency={amountIn.currency} />
  )),
  column('owner', t('Owner'), { width: 152, from: 940 }, (row) => (
    <TextLink className="truncated" to={paths.entity(row.accountOwner.entityId)}>
      {row.accountOwner.name}
    </TextLink>
  )),
  column('funding', t('Funding account'), { width: 144, from: 1080 }, (row) => (
    <FundingLink deposit={row} />
  )),
  column('labels', t('Labels'), { width: 128, from: 1210 }, ({ labels }) =>
    labels.length > 0 ? labelsText(labels) : <span className="faint">–</span>,
  ),
  column(
    'since',
    t('Since'),
    { width: 112, align: 'end', sort: 'receivedAt', from: 790 },
    (row) => <Time at={row.receivedAt} />,
  ),
  column('actions', t('Decide'), { width: 104, align: 'end', from: 680 }, (row) => (
    <ResolveDeposit deposit={row} fundingAccountId={row.fundingAccountId} />
  )),
]

/** The account that it came in to; one that a transfer waited for came to the service's own. */
export function FundingLink({
  deposit,
}: {
  deposit: Pick<ListedDeposit, 'fundingAccountId' | 'jurisdiction'>
}) {
  const { fundingAccountId, jurisdiction } = deposit
  const name = `${jurisdiction.name}, ${jurisdiction.currency}`
  return fundingAccountId ? (
    <TextLink to={paths.fundingAccount(fundingAccountId)}>{name}</TextLink>
  ) : (
    <span className="muted">{name}</span>
  )
}

/** The pill, and beside it why a held one is held. */
export function DepositStatus({
  deposit,
}: {
  deposit: Pick<ListedDeposit, 'status' | 'heldReason'>
}) {
  const { status, heldReason } = deposit
  return (
    <span className="status-cell" key={status}>
      <StatusPill status={status} />
      {heldReason ? <span className="faint truncated">{heldLabel(heldReason)}</span> : null}
    </span>
  )
}

export function depositLink(row: ListedDeposit) {
  const { amount, currency } = row.amountIn
  return {
    label: t('{amount} from {name}', {
      amount: amountText(amount, currency),
      name: senderName(row),
    }),
    to: paths.payinDeposit(row.depositId),
  }
}

export function depositLines(row: ListedDeposit) {
  return [
    senderName(row),
    <Amount key="in" value={row.amountIn.amount} currency={row.amountIn.currency} />,
    <DepositStatus key="status" deposit={row} />,
    <Time key="at" at={row.receivedAt} />,
  ] as const
}
