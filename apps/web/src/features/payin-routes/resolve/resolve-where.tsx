import { useQuery } from '@tanstack/react-query'
import {
  accountsOfQuery,
  allAccountsQuery,
  type ExternalAccount,
} from '../../../api/queries/accounts.ts'
import { accountLabel } from '../../accounts/account-number.tsx'
import { policyText } from '../../accounts/policy-labels.ts'
import { shortAddress } from '../../../ui/display/values.tsx'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { amountText, decimalText } from '../../../ui/format/numbers.ts'
import { DestinationField, useAccount } from '../destination/destination-field.tsx'
import { accountOption, targetOptions } from '../destination/destinations.ts'
import { Estimate } from '../destination/net-preview.tsx'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { type Arrival, returnsTo } from './resolve-labels.ts'
import { another, type useResolve } from './use-resolve.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  deposit: ResolvableDeposit
  funding: Arrival
  state: ReturnType<typeof useResolve>
}

/** To the destination that was valid when it was received, or to another account; and what arrives. */
export function ForwardTo({ deposit, funding, state }: Props) {
  const { externalAccountId, destinationVersion } = deposit.destination
  const own = useAccount(externalAccountId)
  const isAgain = deposit.heldReason === 'PAYOUT_FAILED'
  const chosen = state.way === another ? state.target : externalAccountId
  return (
    <>
      {externalAccountId ? (
        <RadioGroup
          label={t('Forward to')}
          options={[
            {
              value: '',
              label: own ? own.accountHolder.name : t('The destination of its route'),
              text: own
                ? accountOption(own).sub
                : t('Version {version}', { version: destinationVersion }),
              disabledReason:
                own && own.status !== 'ENABLED'
                  ? t('This account is not enabled')
                  : own && isOtherToken(own, funding)
                    ? t('This account does not take {currency}', {
                        currency: deposit.amountIn.currency,
                      })
                    : undefined,
            },
            {
              value: another,
              label: t('Another account'),
              text: t('Only this deposit goes there.'),
            },
          ]}
          value={state.way}
          onChange={state.setWay}
        />
      ) : null}
      {state.way === another && isAgain ? <AgainField {...{ own, state }} /> : null}
      {state.way === another && !isAgain ? (
        <DestinationField
          label={t('Account')}
          source={funding}
          value={state.target}
          onChange={state.setTarget}
          error={state.problems.target}
        />
      ) : null}
      {isAgain ? (
        <p className="muted">
          {t('{amount} is paid out again.', {
            amount: amountText(deposit.amountOut.amount, deposit.amountOut.currency),
          })}
        </p>
      ) : chosen && deposit.amountIn.currency === funding.depositAccountInfo?.currency ? (
        <section aria-label={t('What arrives')} className="sunken-box">
          <Estimate
            ends={{ fundingAccountId: funding.fundingAccountId, externalAccountId: chosen }}
            amount={decimalText(deposit.amountIn.amount)}
          />
        </section>
      ) : null}
    </>
  )
}

/** Tokens stay what they are: from chain to chain nothing is converted. */
const isOtherToken = (own: ExternalAccount, { jurisdiction }: Arrival) =>
  own.jurisdiction.type === 'blockchain' &&
  jurisdiction.type === 'blockchain' &&
  own.jurisdiction.id !== jurisdiction.id

/** What is converted already can only go to the same payee in the same currency. */
function AgainField({ own, state }: Pick<Props, 'state'> & { own: ExternalAccount | undefined }) {
  const all = useQuery({ ...accountsOfQuery(own?.entityId ?? ''), enabled: own !== undefined })
  const options = targetOptions(
    all.data?.data ?? [],
    ({ accountId, jurisdiction }) =>
      accountId !== own?.accountId && jurisdiction.currency === own?.jurisdiction.currency,
  )
  return (
    <Combobox
      label={t('Account')}
      options={options}
      value={state.target}
      onChange={state.setTarget}
      loading={all.isFetching}
      placeholder={
        own
          ? t('Another account of {name}', { name: own.accountHolder.name })
          : t('Another account of the payee')
      }
      emptyText={t('The payee has no other account in this currency')}
      error={state.problems.target}
    />
  )
}

/** To whoever the return policy says, or to another account of the customer in the same place. */
export function ReturnTo({ deposit, funding, state }: Props) {
  const { entityId, accountOwner } = funding
  const isKnown = entityId !== ''
  const ofOwner = useQuery({ ...accountsOfQuery(entityId), enabled: isKnown })
  const ofAll = useQuery({ ...allAccountsQuery, enabled: !isKnown })
  const { name } = accountOwner
  const known = returnsTo(deposit, funding.returnPolicy)
  const target = useAccount(known?.to === 'target' ? known.target : '')
  const options = targetOptions(
    (isKnown ? ofOwner.data?.data : ofAll.data) ?? [],
    ({ jurisdiction }) => jurisdiction.id === funding.jurisdiction.id,
  )
  return (
    <>
      {known ? (
        <RadioGroup
          label={t('Return to')}
          options={[
            {
              value: '',
              label: known.to === 'sender' ? t('The sender') : policyText(funding.returnPolicy),
              text:
                known.to === 'sender'
                  ? known.text
                  : target
                    ? `${accountLabel(target)}, ${accountOption(target).sub}`
                    : shortAddress(known.target),
            },
            {
              value: another,
              label: t('Another account'),
              text: isKnown
                ? t('An account of {name} in the same currency.', { name })
                : t('An account of the customer whose money it is in the same currency.'),
            },
          ]}
          value={state.way}
          onChange={state.setWay}
        />
      ) : (
        <p className="muted">
          {t('The account it came from is unknown, so choose where to return it.')}
        </p>
      )}
      {state.way === another ? (
        <Combobox
          label={t('Account')}
          options={options}
          value={state.target}
          onChange={state.setTarget}
          loading={ofOwner.isFetching || ofAll.isFetching}
          placeholder={
            isKnown
              ? t('Account of {name}', { name })
              : t('Account of the customer whose money it is')
          }
          emptyText={t('There is no account there')}
          error={state.problems.target}
        />
      ) : null}
    </>
  )
}
