import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { useFocusOnFirstInvalid } from '../../../ui/controls/focus-invalid.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { RequestId } from '../../../ui/page/region.tsx'
import { type Jurisdiction, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { KycRequired } from '../../../features/accounts/kyc-required.tsx'
import { ReturnTarget } from './return-target.tsx'
import {
  emptyFunding,
  type FundingChoice,
  type FundingErrors,
  openQuestions,
} from './funding-choice.ts'
import { type FundingProblem, useCreateFunding } from './use-create-funding.ts'
import { policyText } from '../../../features/accounts/policy-words.ts'

const policies = [
  { value: 'ORIGIN_ACCOUNT', text: 'To the account that the payer sent it from' },
  { value: 'STATIC_ADDRESS', text: 'Always to the same account or address' },
  { value: 'HOLD', text: 'Nothing is paid back by itself' },
].map(({ value, text }) => ({ value, text, label: policyText({ strategy: value }) }))

type Props = { start: Pick<FundingChoice, 'entityId' | 'jurisdictionId'> }

/** Whose deposits, where, and what becomes of money that cannot be forwarded. */
export function FundingForm({ start }: Props) {
  const [choice, setChoice] = useState<FundingChoice>({ ...emptyFunding, ...start })
  const creating = useCreateFunding()
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? []
  const jurisdiction = jurisdictions.find(({ id }) => id === choice.jurisdictionId)
  const missing = useMissingPermission('accounts:write')
  const [attempts, setAttempts] = useState(0)
  const form = useFocusOnFirstInvalid(attempts + creating.refusals)
  const { errors } = creating
  const change = (next: Partial<FundingChoice>) => {
    setChoice({ ...choice, ...next })
    creating.forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    creating.submit(choice, openQuestions(choice))
  }
  return (
    <form
      ref={form}
      className="grid max-w-[720px]"
      noValidate
      aria-label="Create funding account"
      onSubmit={submit}
    >
      <Refusal problem={creating.problem} entityId={choice.entityId} />
      <Card title="Whose deposits and where">
        <div className="grid grid-2">
          <EntityCombobox
            value={choice.entityId}
            onChange={(entityId) => change({ entityId, target: '' })}
            error={errors.entityId}
          />
          <Combobox
            label="Jurisdiction"
            options={jurisdictions.map(optionOf)}
            value={choice.jurisdictionId}
            onChange={(jurisdictionId) => change({ jurisdictionId, target: '' })}
            placeholder="Type to search"
            error={errors.jurisdictionId}
          />
        </div>
      </Card>
      <PolicyCard {...{ choice, jurisdiction, errors }} onChange={change} />
      <div className="row flex-wrap">
        <Button
          type="submit"
          variant="primary"
          size="l"
          busy={creating.isPending}
          disabledReason={missing}
        >
          Create funding account
        </Button>
        <LinkButton to={paths.fundingAccounts} variant="quiet" size="l">
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}

type RefusalProps = { problem: FundingProblem | undefined; entityId: string }

/** What belongs to no question; want of verification says where it is mended. */
function Refusal({ problem, entityId }: RefusalProps) {
  if (!problem) return null
  if (problem.code === 'KYC_REQUIRED') return <KycRequired entityId={entityId} />
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="fail" alert title="The funding account was not created">
        <ul>
          {problem.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {problem.requestId ? <RequestId id={problem.requestId} /> : null}
      </Notice>
    </div>
  )
}

type PolicyProps = {
  choice: FundingChoice
  jurisdiction: Jurisdiction | undefined
  errors: FundingErrors
  onChange: (next: Partial<FundingChoice>) => void
}

function PolicyCard({ choice, jurisdiction, errors, onChange }: PolicyProps) {
  return (
    <Card title="While the account is off">
      <div className="grid">
        <RadioGroup
          label="Return policy"
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
  const reason = features.payIn ? undefined : 'Takes no deposits'
  return {
    value: id,
    label: name,
    sub: currency,
    disabledReason: status === 'PAUSED' ? 'Paused at the moment' : reason,
  }
}
