import { useQuery } from '@tanstack/react-query'
import { accounts, call } from '../../api/call.ts'
import { accountLabel } from '../../components/account-number.tsx'
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
      title={accountId}
    >
      {data
        ? `${accountLabel(data.data)} (${data.data.jurisdiction.currency})`
        : shortId(accountId)}
    </TextLink>
  )
}
