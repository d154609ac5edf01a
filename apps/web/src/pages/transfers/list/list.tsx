import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { parametersOf } from '../../../ui/table/filters.ts'
import { summaryQuery } from '../../../ui/table/use-list-data.ts'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { FilterField, ListTab, ListView, Picked } from '../../../ui/table/types.ts'
import { smallScreen, useMedia } from '../../../ui/table/model/use-media.ts'
import { paths } from '../../../routing/paths.ts'
import { shownDigits } from '@corridor/domain/money'
import { Amount, Time } from '../../../ui/display/values.tsx'
import { columns, StatusCell } from '../../../features/transfers/columns.tsx'
import type { ListedTransfer } from '../../../api/queries/transfers.ts'
import { transfersSource, transferSummarySource } from '../../../api/queries/lists/transfers.ts'
import { type Jurisdiction, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { OfKind } from '../../../features/drafts/draft-line.tsx'
import { tabStatuses } from '../../../features/transfers/labels.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { plural, t } from '../../../messages/text.ts'
import { lazyPart } from '../../../ui/display/part.tsx'
import { rich } from '../../../messages/rich.tsx'
import { codeLabel } from '../../../messages/service.ts'
import { transferFilters } from '@corridor/contract/members'
import { eventStatuses, statesOf, transferStates } from '@corridor/domain'
import { filterFields } from '../../../ui/table/member-columns.tsx'

const empty = {
  title: t('No transfers yet'),
  text: t('Every transfer in this workspace, with its current status.'),
  action: (
    <LinkButton to={paths.newTransfer} variant="primary">
      {t('New transfer')}
    </LinkButton>
  ),
}

const noJurisdictions: readonly Jurisdiction[] = []

const loadPane = () => import('./pane.tsx')
const TransferPane = lazyPart(loadPane, 'TransferPane')
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar')

/** All transfers; one of them may be open beside the list (`?open=`). */
export function Component() {
  const [search] = useSearchParams()
  const small = useMedia(smallScreen)
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? noJurisdictions
  const filters = useMemo(() => transferFields(jurisdictions), [jurisdictions])
  const tabs = useTabs(filters, search)
  const exporting = useListExport('transfers')
  const open = search.get('open') ?? undefined
  // It comes with the first row that is opened, which must not wait for it; nor do the rows, so it follows the answers.
  const isAnswered = data !== undefined
  useEffect(() => {
    if (!small && isAnswered) void loadPane().catch(() => undefined)
  }, [small, isAnswered])
  // Which record is open changes no link: the rows need not be drawn again for it.
  const filtered = withOpen(search, undefined).slice(paths.transfers.length)
  const linkOf = useCallback(
    (row: ListedTransfer) => ({
      label: row.transactionId,
      to: small
        ? paths.transfer(row.executionId)
        : withOpen(new URLSearchParams(filtered), row.executionId),
    }),
    [filtered, small],
  )
  // There is no room for a pane beside the list: a link to an open record leads to its page.
  if (open && small) return <Navigate to={paths.transfer(open)} replace />
  return (
    <>
      <ListPage
        heading={t('Transfers')}
        noun={[t('transfer'), t('transfers')]}
        source={transfersSource}
        columns={columns}
        filters={filters}
        tabs={tabs}
        defaultSort="-createdAt"
        rowId={idOf}
        rowLink={linkOf}
        stack={linesOf}
        openId={open}
        empty={empty}
        actions={() => <Actions />}
        onExport={exporting.onExport}
        picksAll
        summary={transferSummarySource}
        totals={(summary) => <Totals sums={summary.byCurrency} />}
        bulk={bulkBarWith(exporting.onExport)}
        pane={
          open ? (
            <Suspense fallback={<aside className="pane" aria-busy="true" />}>
              <TransferPane executionId={open} linkTo={withOpen} />
            </Suspense>
          ) : null
        }
      />
      {exporting.dialog}
    </>
  )
}

const bulkBarWith =
  (onExport: (view: ListView) => void) =>
  (ids: ReadonlySet<string>, clear: () => void, picked: Picked) => (
    <BulkBar ids={ids} picked={picked} onExport={onExport} onClear={clear} />
  )

function Actions() {
  const missing = useMissingPermission('transfers:write')
  return (
    <>
      <OfKind kind="transfer" />
      {missing ? null : (
        <LinkButton to={paths.newTransfer} data-key="new" variant="primary" icon={Plus}>
          {t('New transfer')}
        </LinkButton>
      )}
    </>
  )
}

/** The list as it is, with another record open beside it, or none. */
function withOpen(search: URLSearchParams, executionId: string | undefined): string {
  const params = new URLSearchParams(search)
  if (executionId === undefined) params.delete('open')
  else params.set('open', executionId)
  const text = params.toString()
  return text ? `${paths.transfers}?${text}` : paths.transfers
}

/** The tabs with their counts under the other filters; a status of one's own choice counts for "All" only. */
function useTabs(filters: readonly FilterField[], search: URLSearchParams): ListTab[] {
  const query = useMemo(() => {
    const presets = filters.flatMap(({ kind, key }) => (kind === 'dates' ? [key] : []))
    const params = filters.flatMap(parametersOf).filter((name) => !presets.includes(name))
    const entries = params.map((name) => [name, search.get(name) ?? undefined] as const)
    return Object.fromEntries(entries.filter(([name, value]) => value && name !== 'status'))
  }, [filters, search])
  const { data: summary } = useQuery({
    ...summaryQuery(transferSummarySource, query),
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const count = (statuses: readonly string[]) =>
      summary && statuses.reduce((sum, status) => sum + (summary.byStatus[status] ?? 0), 0)
    const { progress, attention, completed } = tabStatuses
    const needed = count(attention)
    return [
      { key: 'all', label: t('All'), query: {}, count: summary?.count },
      tabOf('progress', t('In progress'), progress, count(progress)),
      { ...tabOf('attention', t('Needs attention'), attention, needed), hand: Boolean(needed) },
      tabOf('completed', t('Completed'), completed, count(completed)),
    ]
  }, [summary])
}

function tabOf(key: string, label: string, statuses: readonly string[], count?: number): ListTab {
  return { key, label, query: { status: statuses.join(',') }, count }
}

function idOf(row: ListedTransfer) {
  return row.executionId
}

function linesOf(row: ListedTransfer) {
  return [
    row.parties.payer === row.parties.payee
      ? row.parties.payee
      : t('{payer} to {payee}', { payer: row.parties.payer, payee: row.parties.payee }),
    <Amount
      key="out"
      value={row.to.amount}
      currency={row.to.currency}
      due={row.status !== 'COMPLETED'}
    />,
    <span key="status" className="row gap-2">
      <StatusCell transfer={row} />
      {row.completedAt ? <Time at={row.completedAt} detail="day" /> : null}
    </span>,
    <Amount key="in" value={row.from.amount} currency={row.from.currency} />,
  ] as const
}

type Sum = { currency: string; in: number; out: number; fees: number }

const shown = 3

function Total({ sum }: { sum: Sum }) {
  return (
    <>
      <b>{amountText(sum.in, undefined, shownDigits(sum.currency))}</b> {sum.currency}
    </>
  )
}

/** Sums per currency of all that matches; never across currencies. */
function Totals({ sums: all }: { sums: readonly Sum[] }) {
  const sums = all.filter((sum) => sum.in > 0)
  const rest = sums.length - shown
  return (
    <>
      {sums.slice(0, shown).map((sum, index) => (
        <span key={sum.currency} className="only-large">
          {index === 0 ? rich('In {sum}', { sum: <Total sum={sum} /> }) : <Total sum={sum} />}
        </span>
      ))}
      {rest > 0 ? (
        <span className="only-large">
          {plural(rest, { one: '+{count} currency', other: '+{count} currencies' })}
        </span>
      ) : null}
    </>
  )
}

/** Quotes are in the list only where they are asked for. */
const [quoted, ...executed] = statesOf(transferStates)
const statuses = [...executed, quoted].filter((status) => status !== undefined)

/** A quote that nobody executed is in no list. */
const listedStatuses = eventStatuses.transfer.filter((status) => status !== 'quoted')

const directions = {
  CRYPTO_TO_CRYPTO: t('Wallet to wallet'),
  ON_RAMP: t('Bank to wallet'),
  OFF_RAMP: t('Wallet to bank'),
  FIAT_TO_FIAT: t('Bank to bank'),
}

const asOption = (value: string) => ({ value, label: codeLabel(value) })

/** The API's own parameters. Currencies and jurisdictions are those of this instance. */
function transferFields(jurisdictions: readonly Jurisdiction[]): FilterField[] {
  const currencies = [...new Set(jurisdictions.map(({ currency }) => currency))]
  const places = jurisdictions.map(({ id, name }) => ({ value: id, label: name }))
  return filterFields(transferFilters, {
    q: t('Reference, name, address'),
    status: statuses.map(asOption),
    eventStatus: listedStatuses.map(asOption),
    direction: Object.entries(directions).map(([value, label]) => ({ value, label })),
    currency: currencies.map((value) => ({ value, label: value })),
    jurisdiction: places,
    fromJurisdiction: places,
    toJurisdiction: places,
  })
}
