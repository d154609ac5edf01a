import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import type { Field } from '@corridor/contract'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { keepable } from '../../../features/drafts/keepable.ts'
import type { DraftAt } from '../../../features/drafts/draft-at.ts'
import type { Values } from '../../../ui/fields/values.ts'
import { restoredAccount } from './account-draft.ts'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { FieldForm } from '../../../ui/fields/field-form.tsx'
import { type FieldFormState, useFieldForm } from '../../../ui/fields/use-field-form.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import type { Choice } from './account-body.ts'
import { type ChoiceErrors, ChoiceFields } from './choice-fields.tsx'
import { useAddAccount } from './use-add-account.ts'
import { useRequirements } from './use-requirements.ts'
import { t } from '../../../messages/text.ts'

const DraftLine = lazy(async () => ({
  default: (await import('../../../features/drafts/draft-line.tsx')).DraftLine,
}))

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

type Props = { at: DraftAt; asked: Pick<Choice, 'entityId' | 'jurisdictionId'> }

/** Whose account and where decides what is asked for; what was typed stays as long as it is asked for. */
export function AccountForm({ at: { draftId, kept }, asked }: Props) {
  const [start] = useState(() => restoredAccount(asked, kept))
  const [choice, setChoice] = useState<Choice>(start.choice)
  const [fields, setFields] = useState<Values>(start.fields)
  const [errors, setErrors] = useState<ChoiceErrors>({})
  const needed = useRequirements(choice)
  const { groups, type } = needed
  const all = useMemo(
    () => [...groups, { key: 'nickname', title: t('Internal label'), fields: [nickname] }],
    [groups],
  )
  const state = useFieldForm({
    groups: all,
    initial: start.fields,
    onRefresh: needed.answer,
    onChange: (_, typed) =>
      setFields(
        keepable(
          all.flatMap((group) => group.fields),
          typed,
        ),
      ),
  })
  const { element, submit } = state
  const adding = useAddAccount({ choice, type, state, setErrors, draftId })
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
      >
        <Suspense>
          <DraftLine
            {...{ draftId, start, body: { choice, fields } }}
            kind="account"
            title={fields['accountHolder.name'] ?? fields['nickname'] ?? ''}
            except={t('without account numbers')}
          />
        </Suspense>
      </Buttons>
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
  children: ReactNode
}

function Buttons({ adding, checking, onCheck, children }: ButtonsProps) {
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
      {children}
    </div>
  )
}

function openChoices({ entityId, jurisdictionId }: Choice): ChoiceErrors {
  return {
    ...(entityId === '' ? { entityId: t('Choose the account’s owner.') } : {}),
    ...(jurisdictionId === '' ? { jurisdictionId: t('Choose the account’s location.') } : {}),
  }
}
