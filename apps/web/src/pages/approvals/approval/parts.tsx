import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../../api/queries/approvals.ts'
import { codeLabel } from '../../../messages/service.ts'
import { plural, t } from '../../../messages/text.ts'
import { paths } from '../../../routing/paths.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, type Fact, fact, Notice } from '../../../ui/display/blocks.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'

type Props = { approval: ApprovalDetail }
type Price = NonNullable<ApprovalDetail['price']>['quoted']
type History = NonNullable<ApprovalDetail['payeeHistory']>

/** An execution as it was quoted, and as it is now where its quote has expired. */
export function PricesCard({ approval: { price } }: Props) {
  if (!price) return null
  const { quoted, current } = price
  const row = (label: string, of: (price: Price) => ReactNode) => ({ label, of })
  const rows = [
    row(t('Pays'), (item) => (
      <Amount value={item.inAmount.amount} currency={item.inAmount.currency} />
    )),
    row(t('Gets'), (item) => (
      <Amount value={item.outAmount.amount} currency={item.outAmount.currency} />
    )),
    row(t('Rate'), (item) => <span className="number">{item.rate}</span>),
    row(t('Fees'), (item) => (
      <Amount value={item.totalFees.amount} currency={item.totalFees.currency} />
    )),
    row(t('Valid until'), (item) => <Time at={item.validUntil} />),
  ]
  return (
    <Card title={t('Price')}>
      {current ? (
        <Notice tone="hand" title={t('The quote has expired: the payee gets another amount')}>
          {t('The payer pays what was agreed; the payee gets what that is worth at the new price.')}
        </Notice>
      ) : null}
      <SmallTable
        label={t('Price')}
        rows={rows}
        rowId={({ label }) => label}
        columns={[
          smallColumn(
            t('Price'),
            { isRowHeading: true },
            ({ label }: (typeof rows)[number]) => label,
          ),
          { head: t('As quoted'), cell: ({ of }) => of(quoted) },
          ...(current
            ? [{ head: t('Now'), cell: ({ of }: (typeof rows)[number]) => of(current) }]
            : []),
        ]}
      />
    </Card>
  )
}

const standingTexts: Record<History['standing'], string> = {
  known: t('Known: paid before, or on record for longer than the cooling-off time'),
  new: t('New: added a short time ago and never paid'),
  listed: t('Resembles a listed name or address, and nobody has decided that it is another one'),
}

/** What is on record of the account that would be paid. */
export function PayeeCard({ approval: { payeeHistory } }: Props) {
  if (!payeeHistory) return null
  const { standing, payments, sums, dollars, firstAt, lastAt, latest, accounts } = payeeHistory
  return (
    <Card
      title={t('The payee so far')}
      {...(standing === 'known' ? {} : { tone: 'hand' as const })}
    >
      <DescriptionList
        rows={[
          fact(t('Standing'), standingTexts[standing]),
          fact(
            t('Payments in effect'),
            plural(payments, { one: '{count} payment', other: '{count} payments' }),
          ),
          ...sums.map(({ amount, currency }): Fact =>
            fact(
              t('Paid in {currency}', { currency }),
              <Amount value={amount} currency={currency} />,
            ),
          ),
          payments > 0 &&
            fact(t('Worth'), <Amount value={Number.parseFloat(dollars)} currency="USD" />),
          firstAt !== undefined && fact(t('First paid'), <Time at={firstAt} relative />),
          lastAt !== undefined && fact(t('Last paid'), <Time at={lastAt} relative />),
          ...accounts.map((account): Fact =>
            fact(
              t('Account added'),
              <>
                <TextLink to={paths.externalAccount(account.accountId)}>
                  {account.nickname || account.accountId}
                </TextLink>
                <span className="muted block">
                  <Time at={account.addedAt} />
                  {account.addedBy ? (
                    <>
                      {' '}
                      · <Actor {...account.addedBy} />
                    </>
                  ) : null}
                </span>
              </>,
            ),
          ),
        ]}
      />
      {latest.length > 0 ? (
        <SmallTable
          label={t('Last payments to this payee')}
          rows={latest}
          rowId={({ executionId }) => executionId}
          columns={[
            smallColumn(t('Paid'), { isRowHeading: true }, (transfer: (typeof latest)[number]) => (
              <TextLink to={paths.transfer(transfer.executionId)}>
                <Time at={transfer.at} />
              </TextLink>
            )),
            {
              head: t('Amount'),
              cell: (item) => <Amount value={item.amount} currency={item.currency} />,
            },
            { head: t('Status'), cell: (item) => <StatusPill status={item.status} /> },
          ]}
        />
      ) : null}
    </Card>
  )
}

/** Who has decided, who could still agree, and whether they are enough. */
export function PeopleCard({ approval }: Props) {
  const { votes, mayApprove, isReachable, status } = approval
  return (
    <Card title={t('People')}>
      {isReachable ? null : (
        <Notice tone="fail" title={t('Too few people can agree')}>
          {t('It expires unless somebody joins who may, or the policy changes.')}
        </Notice>
      )}
      <DescriptionList
        rows={[
          ...votes.map((vote): Fact =>
            fact(
              codeLabel(vote.decision),
              <>
                {vote.name} <span className="muted">{codeLabel(vote.role)}</span>
                {vote.comment ? <span className="block wrap-text">{vote.comment}</span> : null}
                <span className="muted block">
                  <Time at={vote.at} />
                </span>
              </>,
            ),
          ),
          status === 'REQUESTED' &&
            fact(
              t('Can still agree'),
              mayApprove.length === 0
                ? t('Nobody')
                : mayApprove.map(({ memberId, name, role }) => (
                    <span key={memberId} className="block">
                      {name} <span className="muted">{codeLabel(role)}</span>
                    </span>
                  )),
            ),
        ]}
      />
      {votes.length === 0 && status !== 'REQUESTED' ? (
        <p className="muted">{t('Nobody has voted.')}</p>
      ) : null}
    </Card>
  )
}
