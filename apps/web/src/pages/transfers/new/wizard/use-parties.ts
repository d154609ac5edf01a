import { useQueries, useQuery } from '@tanstack/react-query'
import {
  allAccountsQuery,
  type ExternalAccount,
  type Jurisdiction,
  jurisdictionsQuery,
} from '../../../../api/queries/accounts.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import { partyOf, tokenBalance } from '../../../../features/transfers/signing/parties.ts'
import { fromOptions, toOptions } from './parties.ts'
import { balancesQuery } from '../../../../api/queries/wallets.ts'

const none: readonly never[] = []
const noAccounts: readonly ExternalAccount[] = none
const noJurisdictions: readonly Jurisdiction[] = none
// Each balance is read from the chain; with more wallets only the chosen one's is.
const balancesShown = 20

/** The accounts to choose from, both chosen ends, and what the sender holds. */
export function useParties(chosen: { fromAccountId: string; toAccountId: string }) {
  const accountsRead = useQuery(allAccountsQuery)
  const jurisdictionsRead = useQuery(jurisdictionsQuery)
  const all = accountsRead.data ?? noAccounts
  const jurisdictions = jurisdictionsRead.data?.data ?? noJurisdictions
  const find = (id: string) => all.find(({ accountId }) => accountId === id)
  const from = partyOf(find(chosen.fromAccountId), jurisdictions)
  const to = partyOf(find(chosen.toAccountId), jurisdictions)
  const owners = ownersShown(all, from?.account.entityId)
  const balances = useQueries({
    queries: owners.map(balancesQuery),
    combine: (read) => read.flatMap(({ data }) => data?.data ?? []),
  })
  const balanceOf = (account: ExternalAccount) => tokenBalance(balances, account)
  const holdsText = (account: ExternalAccount) => {
    const amount = balanceOf(account)
    return amount === undefined ? undefined : amountText(amount, account.jurisdiction.currency)
  }
  return {
    all,
    from,
    to,
    balance: from && balanceOf(from.account),
    fromOptions: fromOptions(all, holdsText),
    toOptions: toOptions(all, from?.account),
    loading: accountsRead.isPending || jurisdictionsRead.isPending,
    error: accountsRead.error ?? jurisdictionsRead.error,
    refetch: () => {
      void accountsRead.refetch()
      void jurisdictionsRead.refetch()
    },
  }
}

function ownersShown(all: readonly ExternalAccount[], chosen: string | undefined): string[] {
  const own = all.filter(({ accountKind }) => accountKind === 'NON_CUSTODIAL_WALLET')
  const owners = [...new Set(own.map(({ entityId }) => entityId))]
  if (owners.length <= balancesShown) return owners
  return chosen === undefined ? [] : [chosen]
}
