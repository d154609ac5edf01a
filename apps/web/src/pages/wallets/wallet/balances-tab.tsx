import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type Jurisdiction, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, shortAddress, Amount } from '../../../ui/display/values.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { amountText, cutDecimals } from '../../../ui/format/numbers.ts'
import { clockText } from '../../../ui/format/times.ts'
import { missingTokens } from '../../../features/wallets/missing-tokens.ts'
import { balancesQuery, type WalletBalance } from '../../../api/queries/wallets.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { q, wallets } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** No event reports tokens that come from outside, so the chain is asked while somebody looks. */
const chainEveryMs = 10_000

/** What each address holds, read from the chain. */
export function Balances({ view }: { view: WalletView }) {
  const { entityId } = view.entity
  const balances = useQuery({ ...balancesQuery(entityId), refetchInterval: chainEveryMs })
  const { data: jurisdictions } = useQuery(jurisdictionsQuery)
  const known = jurisdictions?.data ?? []
  return (
    <div className="grid">
      <NoPasskey entityId={entityId} />
      <Region query={balances} what={t('Balances')}>
        {({ data }) =>
          data.length === 0 ? (
            <Card flush>
              <EmptyState
                title={t('No account yet')}
                actions={<AddAccount view={view} known={known} />}
              >
                {t('An account gives the wallet an address for one token.')}
              </EmptyState>
            </Card>
          ) : (
            <div className="grid">
              {data.map((balance) => (
                <AddressCard
                  key={`${balance.chainId} ${balance.address}`}
                  balance={balance}
                  view={view}
                  known={known}
                />
              ))}
              <AddAccount view={view} known={known} />
            </div>
          )
        }
      </Region>
    </div>
  )
}

/** A wallet that a program made: nobody can sign for it here before it has a passkey. */
function NoPasskey({ entityId }: { entityId: string }) {
  const { data } = useQuery(q(wallets.passkeys, { entityId }))
  if (!data || data.data.some(({ status }) => status === 'ACTIVE')) return null
  return (
    <Notice
      tone="hand"
      title={t('No passkey can sign for this wallet yet')}
      actions={
        <LinkButton size="s" to={paths.wallet(entityId, 'add-passkey')}>
          {t('Add passkey')}
        </LinkButton>
      }
    >
      {t('Transfers from it can be signed here once one is added.')}
    </Notice>
  )
}

type CardProps = { balance: WalletBalance; view: WalletView; known: readonly Jurisdiction[] }

function AddressCard({ balance, view, known }: CardProps) {
  const { address, networkName, tokens, native } = balance
  const zone = useZone()
  const accounts = view.wallets.flatMap((wallet) => wallet.accounts)
  const mine = accounts.filter((account) => account.address === address)
  return (
    <Card
      title={networkName}
      beside={<span className="tag">{t('Chain {chainId}', { chainId: balance.chainId })}</span>}
      end={<Address value={address} full />}
      flush
      footer={
        <span className="caption">
          {t('Read from the chain at {clock}, block {blockNumber}', {
            clock: clockText(balance.asOf, zone),
            blockNumber: balance.blockNumber,
          })}
        </span>
      }
    >
      <SmallTable
        label={t('Balances of {address}', { address: shortAddress(address) })}
        columns={balanceColumns}
        rows={[
          ...tokens.map((token) => {
            const id = known.find(({ tokenAddress }) => tokenAddress === token.tokenAddress)?.id
            const has = mine.some(({ jurisdictionId }) => jurisdictionId === id)
            return {
              key: token.tokenAddress,
              currency: token.currency,
              note: has ? '' : t('no account yet'),
              amount: <Held {...token} />,
            }
          }),
          {
            key: 'native',
            currency: native.currency,
            note: t('network fees; the service covers them'),
            amount: (
              <span title={amountText(native.amount, native.currency)}>
                <Held {...native} amount={cutDecimals(native.amount, decimalsShown)} />
              </span>
            ),
          },
        ]}
        rowId={({ key }) => key}
      />
    </Card>
  )
}

type BalanceRow = { key: string; currency: string; note: string; amount: ReactNode }

const balanceColumns: readonly SmallColumn<BalanceRow>[] = [
  smallColumn(
    t('Token'),
    { isRowHeading: true, cells: 'font-medium text-text' },
    ({ currency }) => currency,
  ),
  smallColumn(
    <span className="visually-hidden">{t('Note')}</span>,
    { className: 'cell-fill', cells: 'muted' },
    ({ note }) => note,
  ),
  { head: t('Amount'), align: 'end', cell: ({ amount }) => amount },
]

type HeldProps = { amount: number | string; currency: string; decimals?: number }

/** A balance that changes while it is looked at is tinted for a moment. */
function Held({ amount, currency, decimals }: HeldProps) {
  const shown = decimals === undefined ? undefined : Math.min(decimals, decimalsShown)
  return (
    <span key={amount} className="flash">
      <Amount value={amount} currency={currency} decimals={shown} />
    </span>
  )
}

/** Trailing zeros beyond these say nothing; of a token, decimals that are there are never cut. */
const decimalsShown = 6

function AddAccount({ view, known }: Omit<CardProps, 'balance'>) {
  const navigate = useNavigate()
  const missing = useMissingPermission('wallets:write')
  const full =
    missingTokens(view.wallets, known).length === 0
      ? t('There is an account for every token of these networks.')
      : undefined
  if (full) return <p className="muted">{full}</p>
  return (
    <div className="row flex-wrap">
      <Button
        size="s"
        icon={Plus}
        disabledReason={missing}
        onClick={() => void navigate(paths.wallet(view.entity.entityId, 'add-account'))}
      >
        {t('Add account')}
      </Button>
    </div>
  )
}
