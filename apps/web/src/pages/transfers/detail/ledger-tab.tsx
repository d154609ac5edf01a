import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Region } from '../../../ui/page/region.tsx'
import { Amount, StatusPill } from '../../../ui/display/values.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { clockText } from '../../../ui/format/times.ts'
import {
  ledgerAccountLabel,
  postingLabel,
  currencyLabel,
  groupsOf,
  type LedgerGroup,
  type Posting,
  type Sum,
} from './ledger/ledger-groups.ts'
import type { Timeline } from '../../../api/queries/transfers.ts'
import { stepName } from '../../../features/transfers/labels.ts'
import { t } from '../../../messages/text.ts'
import { TableScroll } from '../../../ui/table/small-table.tsx'

/** Everything that was booked for the transfer, step by step; each currency of a step has to balance. */
export function LedgerTab({ query }: { query: UseQueryResult<{ data: Timeline }> }) {
  const groups = groupsOf(query.data?.data.ledger ?? [])
  return (
    <Card
      title={t('Postings')}
      beside={groups.length > 0 ? <BalancePill groups={groups} /> : null}
      flush
      footer={
        groups.length > 0 ? (
          <span className="muted">
            {t(
              '“Held for the transfer” is what was received and not yet paid out. A pending posting sets an amount aside; it is finalised once the money has moved, or reversed.',
            )}
          </span>
        ) : null
      }
    >
      <Region
        query={query}
        what={t('Postings')}
        empty={({ data }) =>
          data.ledger.length === 0 ? (
            <EmptyState title={t('Nothing booked yet')}>
              {t('Postings appear once money moves.')}
            </EmptyState>
          ) : undefined
        }
      >
        {() => <LedgerTable groups={groups} />}
      </Region>
    </Card>
  )
}

export function BalancePill({ groups }: { groups: readonly LedgerGroup[] }) {
  const broken = groups.filter(({ sums }) => sums.some(({ isBalanced }) => !isBalanced)).length
  if (broken > 0) {
    return (
      <StatusPill
        status="FAILED"
        label={t('{broken} of {count} steps differ', { broken, count: groups.length })}
      />
    )
  }
  const label =
    groups.length === 1 ? t('Balanced') : t('All {count} steps balance', { count: groups.length })
  return <StatusPill status="COMPLETED" label={label} />
}

function LedgerTable({ groups }: { groups: readonly LedgerGroup[] }) {
  return (
    <TableScroll label={t('Postings of this transfer')}>
      <table className="small-table labelled-table" aria-label={t('Postings of this transfer')}>
        <thead>
          <tr>
            <th scope="col">{t('Account')}</th>
            <th scope="col" className="text-right">
              {t('Debit')}
            </th>
            <th scope="col" className="text-right">
              {t('Credit')}
            </th>
            <th scope="col" className="only-large">
              {t('For')}
            </th>
            <th scope="col" className="text-right only-large">
              {t('Entry')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={`${group.step}/${group.attempt}`}>
              <GroupRow group={group} />
              {group.postings.map((posting) => (
                <PostingRow
                  key={`${posting.postingId} ${posting.account} ${posting.debit > 0 ? 'd' : 'c'}`}
                  posting={posting}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function GroupRow({ group }: { group: LedgerGroup }) {
  const zone = useZone()
  const { step, attempt, at, sums } = group
  return (
    <tr className="ledger-group">
      <th scope="rowgroup">
        {attempt > 1
          ? t('{step}, attempt {attempt}', { step: stepName(step), attempt })
          : stepName(step)}{' '}
        <span className="faint">{clockText(at, zone)}</span>
      </th>
      <td colSpan={4} className="text-right">
        <Balance sums={sums} />
      </td>
    </tr>
  )
}

/** Without an amount where it balances: a payout that is reserved and then booked stands twice in the sums. */
function Balance({ sums }: { sums: readonly Sum[] }) {
  const broken = sums.filter(({ isBalanced }) => !isBalanced)
  if (broken.length === 0) {
    return (
      <span className="ledger-balance tone-done">
        <StatusIcon meaning="done" />
        {t('Balanced')}
      </span>
    )
  }
  return broken.map(({ currency, debit, credit }) => (
    <span key={currency} className="ledger-balance tone-fail">
      <StatusIcon meaning="fail" />
      {t('{debit} against {credit}', {
        debit: amountText(debit, currencyLabel(currency)),
        credit: amountText(credit, currencyLabel(currency)),
      })}
    </span>
  ))
}

const kindLabels: Record<Posting['kind'], string> = {
  single: '',
  pending: t('pending'),
  post: t('finalised'),
  void: t('reversed'),
}

function PostingRow({ posting }: { posting: Posting }) {
  const { account, debit, credit, currency, code, kind, postingId } = posting
  const side = (amount: number) =>
    amount > 0 ? <Amount value={amount} currency={currencyLabel(currency)} /> : null
  const isFinal = kind === 'single' || kind === 'post'
  return (
    <tr className={isFinal ? undefined : 'muted'}>
      <td className="ledger-account">
        {ledgerAccountLabel(account)}{' '}
        {kindLabels[kind] ? <span className="tag">{kindLabels[kind]}</span> : null}
      </td>
      <td
        className={debit > 0 ? 'labelled-amount' : 'labelled-amount only-large'}
        data-label={t('debit')}
      >
        {side(debit)}
      </td>
      <td
        className={credit > 0 ? 'labelled-amount' : 'labelled-amount only-large'}
        data-label={t('credit')}
      >
        {side(credit)}
      </td>
      <td className="only-large muted ledger-purpose">{postingLabel(code)}</td>
      <td className="text-right only-large">
        <span className="mono" title={postingId}>
          {postingId.slice(0, 13)}
        </span>
        <CopyButton text={postingId} label={t('Copy posting id')} />
      </td>
    </tr>
  )
}
