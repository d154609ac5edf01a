import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accounts, call } from '../../../api/call.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { accountsKey } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type FundingChoice, fundingBody, openQuestions, questionOf } from './funding-choice.ts'

/** The form, and what sends it once nothing is open. */
export function useCreateFunding(start: FundingChoice) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  const form = useFixedForm({ start, check: openQuestions, fieldOf: questionOf })
  const create = useMutation({
    mutationFn: (choice: FundingChoice) => {
      const body = fundingBody(choice)
      return call(accounts.createFunding, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: async ({ data, created }) => {
      if (created) toast({ tone: 'done', title: 'The funding account was created' })
      await queries.invalidateQueries({ queryKey: accountsKey })
      await navigate(paths.fundingAccount(data.fundingAccountId), { state: { wasThere: !created } })
    },
    onError: form.refuse,
  })
  return { form, onSubmit: form.submit(create.mutate), isBusy: create.isPending }
}
