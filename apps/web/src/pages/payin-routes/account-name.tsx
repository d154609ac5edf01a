import { useQuery } from '@tanstack/react-query'
import { accounts, call } from '../../api/call.ts'
import { accountLabel, type ExternalAccount } from '../../components/account-number.tsx'
import { TextLink } from '../../components/links.tsx'
import { paths } from '../../paths.ts'
import { shortId } from '../../ui/address.tsx'

/** An external account by its name, as far as it can be read; its id stands in until then. */
export function AccountName({ accountId }: { accountId: string }) {
  const { data } = useQuery({
    queryKey: ['accounts', 'external', 'one', accountId],
    queryFn: ({ signal }) => call(accounts.readExternal, { params: { accountId } }, { signal }),
  })
  return (
    <TextLink
      className={data ? undefined : 'mono'}
      to={paths.externalAccount(accountId)}
      title={data ? accountLabel(data.data) : accountId}
    >
      {data ? shortName(data.data) : shortId(accountId)}
    </TextLink>
  )
}

/** `Current account (GBP)`: beside others of the same holder, that is what tells them apart. */
function shortName({ nickname, accountHolder, jurisdiction }: Named): string {
  return `${nickname || accountHolder.name} (${jurisdiction.currency})`
}

type Named = Pick<ExternalAccount, 'nickname' | 'accountHolder' | 'jurisdiction'>
