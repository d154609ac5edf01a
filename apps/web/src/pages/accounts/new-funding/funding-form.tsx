import { useQuery } from '@tanstack/react-query'
import { useMissingPermission } from '../../../api/session.ts'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { isApiError } from '../../../api/errors.ts'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import {
  type Jurisdiction,
  jurisdictionsQuery,
  accountsKey,
} from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { KycRequired } from '../../../features/accounts/kyc-required.tsx'
import { ReturnTarget } from './return-target.tsx'
import {
  emptyFunding,
  type FundingChoice,
  fundingBody,
  openQuestions,
  questionOf,
} from './funding-choice.ts'
import { type FixedErrors, useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { policyText } from '../../../features/accounts/policy-labels.ts'
import { useNavigate } from 'react-router'
import { accounts } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

const policies = [
  { value: 'ORIGIN_ACCOUNT', text: t('To the account the payer sent it from. What most choose.') },
  { value: 'STATIC_ADDRESS', text: t('Always to the same account or address') },
  { value: 'HOLD', text: t('Nothing is returned automatically') },
].map(({ value, text }) => ({ value, text, label: policyText({ strategy: value }) }))

type Props = { asked: Pick<FundingChoice, 'entityId' | 'jurisdictionId'> }

/** Whose deposits, where, and what becomes of money that cannot be forwarded. */
export function FundingForm({ asked }: Props) {
  const { form, onSubmit, isBusy } = useCreateFunding({ ...emptyFunding, ...asked })
  const { values: choice, errors, set, problem, element } = form
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? []
  const jurisdiction = jurisdictions.find(({ id }) => id === choice.jurisdictionId)
  const missing = useMissingPermission('accounts:write')
  return (
    <form
      ref={element}
      className="grid max-w-[720px]"
      noValidate
      aria-label={t('Create funding account')}
      onSubmit={onSubmit}
    >
      {isApiError(problem?.error, 'KYC_REQUIRED') ? (
        <KycRequired entityId={choice.entityId} />
      ) : (
        <FormSummary title={t('The funding account was not created')} problem={problem} />
      )}
      <Card title={t('Whose deposits and where')}>
        <div className="grid grid-2">
          <EntityCombobox
            value={choice.entityId}
            onChange={(entityId) => set({ entityId, target: '' })}
            error={errors.entityId}
          />
          <Combobox
            label={t('Jurisdiction')}
            options={jurisdictions.map(optionOf)}
            value={choice.jurisdictionId}
            onChange={(jurisdictionId) => set({ jurisdictionId, target: '' })}
            placeholder={t('Type to search')}
            error={errors.jurisdictionId}
          />
        </div>
      </Card>
      <PolicyCard {...{ choice, jurisdiction, errors }} onChange={set} />
      <div className="row flex-wrap">
        <Button type="submit" variant="primary" size="l" busy={isBusy} disabledReason={missing}>
          {t('Create funding account')}
        </Button>
        <LinkButton to={paths.fundingAccounts} variant="quiet" size="l">
          {t('Cancel')}
        </LinkButton>
      </div>
    </form>
  )
}

type PolicyProps = {
  choice: FundingChoice
  jurisdiction: Jurisdiction | undefined
  errors: FixedErrors<FundingChoice>
  onChange: (next: Partial<FundingChoice>) => void
}

function PolicyCard({ choice, jurisdiction, errors, onChange }: PolicyProps) {
  return (
    <Card title={t('When the account is inactive')}>
      <div className="grid">
        <RadioGroup
          label={t('Return policy')}
          options={policies}
          value={choice.strategy}
          onChange={(strategy) => onChange({ strategy, target: '' })}
          error={errors.strategy}
        />
        {choice.strategy === 'STATIC_ADDRESS' ? (
          <ReturnTarget
            choice={choice}
            jurisdiction={jurisdiction}
            error={errors.target}
            onChange={(target) => onChange({ target })}
          />
        ) : null}
      </div>
    </Card>
  )
}

function optionOf({ id, name, currency, status, features }: Jurisdiction) {
  const reason = features.payIn ? undefined : t('Takes no deposits')
  return {
    value: id,
    label: serviceText(name),
    sub: currency,
    disabledReason: status === 'PAUSED' ? t('Paused at the moment') : reason,
  }
}

/** The form, and what sends it once nothing is open. */
function useCreateFunding(start: FundingChoice) {
  const navigate = useNavigate()
  const form = useFixedForm({ start, check: openQuestions, fieldOf: questionOf })
  const create = useAction(accounts.createFunding, {
    onDone: async ({ data, created }) => {
      if (created) toast({ tone: 'done', title: t('The funding account was created') })
      await queries.invalidateQueries({ queryKey: accountsKey })
      await navigate(paths.fundingAccount(data.fundingAccountId), { state: { wasThere: !created } })
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((choice) => create.send({ body: fundingBody(choice) }))
  return { form, onSubmit, isBusy: create.isBusy }
}
