import { ArrowRight } from 'lucide-react'
import { PageLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { amountParts } from '../../../ui/format/numbers.ts'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type Transfer } from '../../../api/queries/transfers.ts'
import { TableScroll } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

/** The newest transfers, one line each. */
export function LatestTransfers({ transfers: rows }: { transfers: readonly Transfer[] }) {
  return (
    <TableScroll label={t('Latest transfers')}>
      <table className="small-table stacked-table" aria-label={t('Latest transfers')}>
        <LatestHead />
        <tbody>
          {rows.map((row) => (
            <tr key={row.executionId}>
              <td className="cell-status">
                <StatusPill status={row.status} />
              </td>
              <td className="cell-who cell-fill">
                <PageLink className="row-link" to={paths.transfer(row.executionId)}>
                  <Parties from={row.parties.payer} to={row.parties.payee} />
                </PageLink>
              </td>
              <AmountCells amount={row.from.amount} currency={row.from.currency} place="in" />
              <td className="arrow">
                <ArrowRight />
              </td>
              <AmountCells
                amount={row.to.amount}
                currency={row.to.currency}
                place="out"
                due={row.status !== 'COMPLETED'}
              />
              <td className="text-right muted">
                <Time at={row.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function LatestHead() {
  return (
    <thead>
      <tr>
        <th scope="col">{t('Status')}</th>
        <th scope="col">{t('From / to')}</th>
        <th scope="col" className="number">
          {t('Amount in')}
        </th>
        <HiddenHead look="currency" text={t('Currency in')} />
        <HiddenHead look="arrow" text={t('Becomes')} />
        <th scope="col" className="number">
          {t('Amount out')}
        </th>
        <HiddenHead look="currency" text={t('Currency out')} />
        <th scope="col" className="text-right">
          {t('Started')}
        </th>
      </tr>
    </thead>
  )
}

function HiddenHead({ look, text }: { look: string; text: string }) {
  return (
    <th scope="col" className={look}>
      <span className="visually-hidden">{text}</span>
    </th>
  )
}

function Parties({ from, to }: { from: string; to: string }) {
  if (from === to) return to
  return (
    <>
      <span className="from">
        {from} <span className="faint">{t('to')}</span>{' '}
      </span>
      {to}
    </>
  )
}

type AmountProps = { amount: number; currency: string; due?: boolean; place: 'in' | 'out' }

/** Figure and code in columns of their own, so that decimals and codes both line up. */
function AmountCells({ amount, currency, due, place }: AmountProps) {
  const { major, minor } = amountParts(amount)
  return (
    <>
      <td className={`number cell-${place} ${due ? 'is-due' : ''}`}>
        {major}
        <span className="minor">{minor}</span>
      </td>
      <td className={`currency cell-${place}-currency`}>{currency}</td>
    </>
  )
}

export function LatestSkeleton({ rows }: { rows: number }) {
  return (
    <div className="appear-late" aria-hidden="true">
      <div className="h-8 border-b border-line" />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="row h-9 px-4 border-b border-line last:border-b-0">
          <Skeleton look="pill" width={92} />
          <span className="grow pl-4">
            <Skeleton width={160 + ((index * 37) % 90)} />
          </span>
          <Skeleton width={96} />
        </div>
      ))}
    </div>
  )
}
