import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accounts, call, queries } from '../../../api/call.ts'
import type { ErrorDetail } from '@corridor/contract'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import type { FieldFormState } from '../../../ui/fields/use-field-form.ts'
import type { Values } from '../../../ui/fields/values.ts'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { accountBody, type Choice } from './account-body.ts'
import type { ChoiceErrors } from './choice-fields.tsx'
import { accountsKey, type AccountType } from '../../../api/queries/accounts.ts'
import { verificationText } from '../../../features/accounts/labels.ts'
import { t } from '../../../messages/text.ts'

type Options = {
  choice: Choice
  type: AccountType | undefined
  state: FieldFormState
  setErrors: (errors: ChoiceErrors) => void
}

/** Sends the form, or has it checked only; a refusal goes to what it names. */
export function useAddAccount({ choice, type, state, setErrors }: Options) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKeys()
  const [checked, setChecked] = useState<{ of: string; text: string } | undefined>()
  const add = useMutation({
    mutationFn: ({ answers, dryRun }: { answers: Values; dryRun: boolean }) => {
      if (!type) throw new Error('An account without a type was sent')
      const body = { ...accountBody(choice, type, answers), ...(dryRun ? { dryRun } : {}) }
      return call(accounts.addExternal, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: async ({ data, created }, { answers, dryRun }) => {
      if (dryRun || data.accountId === undefined) {
        setChecked({ of: JSON.stringify(answers), text: checkedText(data) })
        return
      }
      if (created) toast({ tone: 'done', title: addedText(data) })
      await queries.invalidateQueries({ queryKey: accountsKey })
      await navigate(paths.externalAccount(data.accountId), { state: { wasThere: !created } })
    },
    onError: (error) => {
      const errors: ChoiceErrors = {}
      state.refuse(error, (detail) => claim(errors, detail))
      setErrors(errors)
    },
  })
  return {
    send: (answers: Values, dryRun: boolean) => {
      setChecked(undefined)
      add.mutate({ answers, dryRun })
    },
    forget: () => setChecked(undefined),
    /** The service's verdict on these very answers, if it was asked. */
    checked: checked?.of === JSON.stringify(state.answers) ? checked.text : undefined,
    isAdding: add.isPending && !add.variables.dryRun,
    isChecking: add.isPending && add.variables.dryRun,
  }
}

type Added = { accountHolder: { name: string }; jurisdiction: { currency: string } }

/** Names the account, not its holder, who may have several. */
const addedText = ({ accountHolder, jurisdiction }: Added): string =>
  t('Account added: {name}, {currency}', {
    name: accountHolder.name,
    currency: jurisdiction.currency,
  })

/** What the fields above the form show themselves. */
function claim(errors: ChoiceErrors, { path, message }: ErrorDetail): boolean {
  if (path === 'entityId' || path === 'jurisdictionId' || path === 'ownership') {
    errors[path] = message
    return true
  }
  if (path === 'type' || path === 'rail') {
    errors.type = message
    return true
  }
  return false
}

type Checked = { verification: { status: string; nameMatch: string; bankName: string } }

function checkedText({ verification }: Checked): string {
  const { bankName } = verification
  return [
    bankName ? t('The bank is {bankName}.', { bankName }) : '',
    `${verificationText(verification)}.`,
    t('Nothing has been added yet.'),
  ]
    .filter(Boolean)
    .join(' ')
}
