import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { ArrowDownLeft, ArrowUpRight, Repeat2 } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { PageLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type ListAnswer } from '../../../api/list-source.ts'
import { useListRows } from '../../../ui/table/use-list-rows.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, shortAddress, Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { type ChainTransaction, transactionsSource } from '../../../api/queries/wallets.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { t } from '../../../messages/text.ts'

const pageSize = 25
const nothing = {}
/** What the columns on screen are called in a file. */
const shownInFile = {
  query: nothing,
  columns: 'direction counterparty from to hash status amount currency timestamp executionId'.split(
    ' ',
  ),
  filters: [],
}

/** Token transfers of one address, as the chain has them. */
export function Transactions({ view }: { view: WalletView }) {
  const [search, setSearch] = useSearchParams()
  const addresses = [
    ...new Set(view.wallets.flatMap((wallet) => wallet.accounts.map(({ address }) => address))),
  ]
  const asked = search.get('address')
  const address = addresses.find((item) => item === asked) ?? addresses[0]
  if (!address) return <EmptyState title={t('No address yet')} />
  return (
    <div className="grid">
      {addresses.length > 1 ? (
        <div className="max-w-[480px]">
          <SelectField
            label={t('Address')}
            options={addresses.map((item) => ({ value: item, label: item }))}
            value={address}
            onChange={(event) => setSearch({ address: event.target.value })}
          />
        </div>
      ) : null}
      <OfAddress key={address} entityId={view.entity.entityId} address={address} />
    </div>
  )
}

function OfAddress({ entityId, address }: { entityId: string; address: string }) {
  const source = useMemo(() => transactionsSource(entityId, address), [entityId, address])
  const { list, rows } = useListRows<ChainTransaction, ListAnswer<ChainTransaction>>(
    source,
    nothing,
    pageSize,
  )
  return (
    <Card
      title={t('Transactions')}
      flush
      end={
        <ExportButton
          list="wallet-transactions"
          size="s"
          preset={{ entityId, address }}
          view={shownInFile}
        />
      }
    >
      <Region query={list} what={t('Transactions')}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('No transactions yet')}>
              {t(
                'Tokens sent to or from {address} are listed here once the network has confirmed them.',
                { address: shortAddress(address) },
              )}
            </EmptyState>
          ) : (
            <>
              <SmallTable
                label={t('Transactions')}
                className="stacked-table"
                columns={columns}
                rows={rows}
                rowId={({ hash, tokenAddress }) => `${hash} ${tokenAddress}`}
              />
              {list.hasNextPage ? (
                <div className="card-foot">
                  <Button
                    size="s"
                    busy={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                  >
                    {t('Show more')}
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </Region>
    </Card>
  )
}

const directions = {
  in: { label: t('In'), icon: ArrowDownLeft },
  out: { label: t('Out'), icon: ArrowUpRight },
  self: { label: t('Own'), icon: Repeat2 },
} as const

const columns: readonly SmallColumn<ChainTransaction>[] = [
  smallColumn(t('Direction'), { cells: 'cell-status' }, (row) => <Direction row={row} />),
  smallColumn(t('Counterparty'), { cells: 'cell-who cell-fill' }, (row) => (
    <Counterparty address={row.direction === 'in' ? row.from : row.to} name={row.counterparty} />
  )),
  { head: t('Transaction hash'), cell: (row) => <Hash row={row} /> },
  { head: t('Status'), cell: (row) => <StatusPill status={row.status} /> },
  smallColumn(t('Amount'), { className: 'number', cells: 'cell-out' }, (row) => (
    <Amount value={row.amount} of={row.currency} />
  )),
  smallColumn(
    <span className="visually-hidden">{t('Token')}</span>,
    { className: 'currency', cells: 'cell-out-currency' },
    (row) => row.currency,
  ),
  smallColumn(
    t('Time'),
    { align: 'end', cells: 'muted cell-in max-s:[grid-column:2/-1]' },
    (row) => <Time at={row.timestamp} />,
  ),
  smallColumn(t('Transfer'), { align: 'end' }, (row) =>
    row.executionId ? (
      <PageLink className="link" to={paths.transfer(row.executionId)}>
        {t('Open transfer')}
        <span className="visually-hidden"> {shortAddress(row.hash)}</span>
      </PageLink>
    ) : (
      <span className="faint">{t('none')}</span>
    ),
  ),
]

function Direction({ row }: { row: ChainTransaction }) {
  const { label, icon: Icon } = directions[row.direction]
  return (
    <span className="row gap-1">
      <Icon className="icon-medium faint" />
      {label}
    </span>
  )
}

/** Tokens that a contract makes come from no address, and those that it destroys go to none. */
const nobody = /^0x0{40}$/

function Counterparty({ address, name }: { address: string; name: string | undefined }) {
  if (name) return <span title={address}>{name}</span>
  if (nobody.test(address)) return <span className="muted">{t('The token’s issuer')}</span>
  return <span className="mono">{shortAddress(address)}</span>
}

function Hash({ row: { hash, url } }: { row: ChainTransaction }) {
  if (url === '') return <Address value={hash} what={t('transaction hash')} />
  return (
    <a className="mono link" href={url} target="_blank" rel="noreferrer" title={hash}>
      {shortAddress(hash)}
    </a>
  )
}
