import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fundingOfQuery } from '../../../api/queries/accounts.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { fundingOptions } from '../destination/destinations.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  entityId: string
  value: string
  onChange: (fundingAccountId: string) => void
  /** There is only one to choose, and none is chosen yet. */
  onOnly: (fundingAccountId: string) => void
  error: string | undefined
}

/** One of a customer's funding accounts that takes deposits, or the way to open one. */
export function FundingField({ entityId, value, onChange, onOnly, error }: Props) {
  const query = useQuery({ ...fundingOfQuery(entityId), enabled: entityId !== '' })
  const options = fundingOptions(query.data?.data ?? [])
  const usable = options.filter(({ disabledReason }) => !disabledReason)
  const only = usable.length === 1 ? usable[0]?.value : undefined
  const takeOnly = useEffectEvent((found: string) => {
    if (value === '') onOnly(found)
  })
  // Where there is one to choose, it is chosen.
  useEffect(() => {
    if (only !== undefined) takeOnly(only)
  }, [only])
  const isNone = query.data !== undefined && usable.length === 0
  return (
    <Combobox
      label={t('Funding account')}
      options={options}
      value={value}
      onChange={onChange}
      loading={query.isFetching}
      placeholder={entityId ? t('Choose a funding account') : t('Choose an entity first')}
      emptyText={entityId ? t('No funding account yet') : t('Choose an entity first')}
      error={error}
      hint={
        entityId === '' ? undefined : (
          <>
            {isNone ? t('This entity has none that accepts deposits.') : t('Somewhere else?')}{' '}
            <TextLink to={`${paths.newFundingAccount}?entity=${entityId}`} className="underline">
              {t('Create funding account')}
            </TextLink>
          </>
        )
      }
    />
  )
}
