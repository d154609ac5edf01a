import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import type { Field } from '@corridor/contract'
import { useMemo, useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { FieldForm } from '../../../ui/fields/field-form.tsx'
import { type FieldFormState, useFieldForm } from '../../../ui/fields/use-field-form.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import type { Choice } from './account-body.ts'
import { type ChoiceErrors, ChoiceFields } from './choice-fields.tsx'
import { useAddAccount } from './use-add-account.ts'
import { useRequirements } from './use-requirements.ts'
import { t } from '../../../messages/text.ts'

const nickname: Field = {
  key: 'nickname',
  label: t('Nickname'),
  type: 'text',
  required: false,
  refreshOnChange: false,
  minLength: 0,
  pattern: '',
  maxLength: 200,
  validation: null,
  example: '',
  options: [],
  dependsOn: [],
  helpText: t('Only your team sees this.'),
  sensitive: false,
}

/** Whose account and where decides what is asked for; what was typed stays as long as it is asked for. */
export function AccountForm({ asked }: { asked: Pick<Choice, 'entityId' | 'jurisdictionId'> }) {
  const [choice, setChoice] = useState<Choice>({ ...asked, ownership: 'SELF', typeKey: '' })
  const [errors, setErrors] = useState<ChoiceErrors>({})
  const needed = useRequirements(choice)
  const { groups, type } = needed
  const all = useMemo(
    () => [...groups, { key: 'nickname', title: t('Internal label'), fields: [nickname] }],
    [groups],
  )
  const state = useFieldForm({ groups: all, onRefresh: needed.answer })
  const { element, submit } = state
  const adding = useAddAccount({ choice, type, state, setErrors })
  const change = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next })
    setErrors({})
    adding.forget()
  }
  const send = (dryRun: boolean) => (event?: { preventDefault: () => void }) => {
    const open = openChoices(choice)
    setErrors(open)
    // The fields are checked as well, so that everything that is wrong shows at once.
    submit((answers) => {
      if (Object.keys(open).length === 0 && !needed.isStale) adding.send(answers, dryRun)
    })(event)
  }
  return (
    <form
      ref={element}
      className="grid max-w-[720px]"
      noValidate
      aria-label={t('Add account')}
      onSubmit={send(false)}
    >
      <FormSummary title={t('The account was not added')} problem={state.problem} />
      <ChoiceFields
        choice={choice}
        types={needed.types}
        typeKey={needed.typeKey}
        errors={errors}
        onChange={change}
      />
      <NeededFields choice={choice} needed={needed} state={state} />
      {adding.checked ? (
        <Notice tone="done" title={t('The service accepts these details')}>
          {adding.checked}
        </Notice>
      ) : null}
      <Buttons
        adding={adding.isAdding || needed.isStale}
        checking={adding.isChecking || needed.isStale}
        onCheck={send(true)}
      />
    </form>
  )
}

type NeededProps = {
  choice: Choice
  needed: ReturnType<typeof useRequirements>
  state: FieldFormState
}

/** The fields of the jurisdiction, or the reason why there are none yet. */
function NeededFields({ choice, needed: { query, type, isAsking }, state }: NeededProps) {
  if (query.error) {
    return (
      <Notice tone="fail" alert title={t('The details this account needs could not be loaded')}>
        {errorText(query.error)}
      </Notice>
    )
  }
  if (choice.jurisdictionId === '') return null
  if (query.isPending) {
    return (
      <Card title={t('Account')}>
        <SkeletonLines />
      </Card>
    )
  }
  return type ? (
    <div className="grid" aria-busy={isAsking}>
      <FieldForm state={state} />
    </div>
  ) : null
}

type ButtonsProps = {
  adding: boolean
  checking: boolean
  onCheck: () => void
}

function Buttons({ adding, checking, onCheck }: ButtonsProps) {
  const missing = useMissingPermission('accounts:write')
  return (
    <div className="row flex-wrap">
      <Button type="submit" variant="primary" size="l" busy={adding} disabledReason={missing}>
        {t('Add account')}
      </Button>
      <Button size="l" busy={checking} disabledReason={missing} onClick={onCheck}>
        {t('Check account')}
      </Button>
      <LinkButton to={paths.externalAccounts} variant="quiet" size="l">
        {t('Cancel')}
      </LinkButton>
    </div>
  )
}

function openChoices({ entityId, jurisdictionId }: Choice): ChoiceErrors {
  return {
    ...(entityId === '' ? { entityId: t('Choose the account’s owner.') } : {}),
    ...(jurisdictionId === '' ? { jurisdictionId: t('Choose the account’s location.') } : {}),
  }
}
