import { useQuery } from '@tanstack/react-query'
import { accountLabel, placeOf } from '../../../features/accounts/account-number.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { accountsOfQuery, type Jurisdiction } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import type { FundingChoice } from './funding-choice.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type Props = {
  choice: FundingChoice
  jurisdiction: Jurisdiction | undefined
  error: string | undefined
  onChange: (target: string) => void
}

/** An account of the same customer in the same place; on a blockchain any address of it. */
export function ReturnTarget({ choice, jurisdiction, error, onChange }: Props) {
  const { entityId, jurisdictionId } = choice
  const accounts = useQuery({ ...accountsOfQuery(entityId), enabled: entityId !== '' })
  if (jurisdiction?.type === 'blockchain') {
    return (
      <TextField
        label={t('Return address')}
        mono
        autoComplete="off"
        spellCheck={false}
        hint={t('An address on {network}.', {
          network: jurisdiction.networkName ?? jurisdiction.name,
        })}
        value={choice.target}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const fitting = (accounts.data?.data ?? []).filter(
    (account) => account.jurisdiction.id === jurisdictionId && account.status === 'ENABLED',
  )
  return (
    <div className="grid gap-2">
      <Combobox
        label={t('Return account')}
        options={fitting.map((account) => ({
          value: account.accountId,
          label: accountLabel(account),
          sub: [placeOf(account), account.account.bankIban || account.account.accountNumber]
            .filter(Boolean)
            .join(', '),
        }))}
        value={choice.target}
        onChange={onChange}
        loading={accounts.isFetching}
        placeholder={t('Choose an account')}
        emptyText={t('No account of this entity there')}
        error={error}
      />
      {entityId && jurisdictionId ? (
        <p className="hint">
          {rich('Not there? {link}', {
            link: (
              <TextLink
                to={`${paths.newAccount}?entity=${entityId}&jurisdiction=${jurisdictionId}`}
                className="underline"
              >
                {t('Add account')}
              </TextLink>
            ),
          })}
        </p>
      ) : null}
    </div>
  )
}
