import { useQuery } from '@tanstack/react-query'
import type { ExternalAccount } from '../../../api/queries/accounts.ts'
import { accountLabel } from '../../accounts/account-number.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { q, accounts } from '../../../api/call.ts'
import { shortId } from '../../../ui/display/values.tsx'

/** An external account by its name, as far as it can be read; its id stands in until then. */
export function AccountName({ accountId }: { accountId: string }) {
  const { data } = useQuery(q(accounts.readExternal, { accountId }))
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

/** `Current account (GBP)`: beside others of the same holder, that distinguishes them. */
function shortName({ nickname, accountHolder, jurisdiction }: Named): string {
  return `${nickname || accountHolder.name} (${jurisdiction.currency})`
}

type Named = Pick<ExternalAccount, 'nickname' | 'accountHolder' | 'jurisdiction'>
