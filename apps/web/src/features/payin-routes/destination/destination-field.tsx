import { useQuery } from '@tanstack/react-query'
import {
  allAccountsQuery,
  corridorsFromQuery,
  type ExternalAccount,
} from '../../../api/queries/accounts.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { destinationOptions, type Source } from './destinations.ts'

type Props = {
  source: Source | undefined
  /** The destination now, which is no new one. */
  current?: string
  value: string
  onChange: (accountId: string) => void
  label?: string
  error?: string | undefined
}

/** An account of any customer that deposits from `source` can go on to; the others say why not. */
export function DestinationField(props: Props) {
  const { source, current, value, onChange, label = 'Destination', error } = props
  const all = useQuery(allAccountsQuery)
  const corridors = useQuery({
    ...corridorsFromQuery(source?.jurisdiction.id ?? ''),
    enabled: source !== undefined,
  })
  const isRead = source !== undefined && all.data !== undefined && corridors.data !== undefined
  const options = isRead
    ? destinationOptions(all.data ?? [], source, corridors.data ?? [], current)
    : []
  const fitting = options.filter(({ disabledReason }) => !disabledReason).length
  return (
    <Combobox
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      loading={!isRead}
      placeholder={
        source ? 'Bank account or wallet of any customer' : 'Choose a funding account first'
      }
      emptyText={
        source
          ? isRead
            ? 'No account matches'
            : 'Reading accounts'
          : 'Choose a funding account first'
      }
      error={error}
      hint={
        isRead ? (
          <>
            {fittingText(fitting, options.length)} Not there?{' '}
            <TextLink to={paths.newAccount} className="underline">
              Add account
            </TextLink>
          </>
        ) : undefined
      }
    />
  )
}

function fittingText(fitting: number, all: number): string {
  if (all === 0) return 'There are no external accounts yet.'
  if (fitting === all) return `All ${countText(all)} accounts fit.`
  return `${countText(fitting)} of ${countText(all)} accounts fit; the list says why the others do not.`
}

/** The record of a chosen account, once it is read. */
export function useAccount(accountId: string): ExternalAccount | undefined {
  return useQuery(allAccountsQuery).data?.find((account) => account.accountId === accountId)
}
