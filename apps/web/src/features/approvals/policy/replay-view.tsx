import type { PolicyReplay } from '../../../api/queries/approvals.ts'
import { plural, t } from '../../../messages/text.ts'
import { paths } from '../../../routing/paths.ts'
import { Card, DescriptionList, type Fact, fact } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { operationLabel } from './operations.ts'

type Case = PolicyReplay['newlyDenied'][number]
const shownMax = 20

/** What other rules would have done to the operations of the last 30 days, case by case. */
export function ReplayView({ replay }: { replay: PolicyReplay }) {
  const { total, unchanged, newlyDenied, newlyWaiting, newlyAllowed, otherApprovals } = replay
  const groups: [label: string, cases: readonly Case[]][] = [
    [t('Would have been refused'), newlyDenied],
    [t('Would have waited'), newlyWaiting],
    [t('Would have been allowed'), newlyAllowed],
    [t('Would have waited for others'), otherApprovals],
  ]
  return (
    <Card title={t('The last 30 days under these rules')}>
      <DescriptionList
        rows={[
          ...groups.map(([label, cases]): Fact =>
            fact(label, <span className="number">{cases.length}</span>),
          ),
          fact(t('As before'), <span className="number">{unchanged}</span>),
          fact(t('Operations looked at'), <span className="number">{total}</span>, 'sum'),
        ]}
      />
      {groups.map(([label, cases]) =>
        cases.length === 0 ? null : <Cases key={label} label={label} cases={cases} />,
      )}
    </Card>
  )
}

function Cases({ label, cases }: { label: string; cases: readonly Case[] }) {
  const hidden = cases.length - shownMax
  return (
    <section className="mt-4" aria-label={label}>
      <h3>{label}</h3>
      <SmallTable
        label={label}
        // The newest: what somebody asks about is what happened lately.
        rows={cases.toReversed().slice(0, shownMax)}
        rowId={({ decisionId }) => decisionId}
        columns={[
          smallColumn(t('What'), { isRowHeading: true }, (request: Case) => (
            <>
              {operationLabel(request.operation)}
              <span className="block">
                <Subject {...request.subject} />
              </span>
            </>
          )),
          { head: t('When'), cell: (item) => <Time at={item.at} /> },
          {
            head: t('Why'),
            cell: (item) => <span className="muted">{item.because.join(' ')}</span>,
          },
        ]}
      />
      {hidden > 0 ? (
        <p className="muted">
          {plural(hidden, { one: 'and {count} more', other: 'and {count} more' })}
        </p>
      ) : null}
    </section>
  )
}

const pagesOf: Record<string, (id: string) => string> = {
  transfer: (id) => paths.transfer(id),
  deposit: paths.payinDeposit,
  payin: (id) => paths.payinRoute(id),
  funding_account: paths.fundingAccount,
}

function Subject({ kind, id }: Case['subject']) {
  const to = pagesOf[kind]?.(id)
  return to === undefined ? (
    <span className="mono wrap-text">{id}</span>
  ) : (
    <TextLink to={to}>{id}</TextLink>
  )
}
