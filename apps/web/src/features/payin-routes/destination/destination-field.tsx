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
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

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
  const { source, current, value, onChange, label = t('Destination'), error } = props
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
        source ? t('Bank account or wallet of any customer') : t('Choose a funding account first')
      }
      emptyText={
        source
          ? isRead
            ? t('No account matches')
            : t('Reading accounts')
          : t('Choose a funding account first')
      }
      error={error}
      hint={
        isRead
          ? rich('{fitting} Not there? {link}', {
              fitting: fittingText(fitting, options.length),
              link: (
                <TextLink to={paths.newAccount} className="underline">
                  {t('Add account')}
                </TextLink>
              ),
            })
          : undefined
      }
    />
  )
}

function fittingText(fitting: number, all: number): string {
  if (all === 0) return t('There are no external accounts yet.')
  const values = { fitting: countText(fitting), count: countText(all) }
  if (fitting === all)
    return plural(
      all,
      { one: 'The only account fits.', other: 'All {count} accounts fit.' },
      values,
    )
  return plural(
    all,
    {
      one: '{fitting} of {count} account fits; the list says why the other does not.',
      other: '{fitting} of {count} accounts fit; the list says why the others do not.',
    },
    values,
  )
}

/** The record of a chosen account, once it is read. */
export function useAccount(accountId: string): ExternalAccount | undefined {
  return useQuery(allAccountsQuery).data?.find((account) => account.accountId === accountId)
}
