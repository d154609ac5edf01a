import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accounts, call } from '../../../api/call.ts'
import { errorText, isApiError } from '../../../api/errors.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import {
  type FundingChoice,
  type FundingErrors,
  fundingBody,
  questionOf,
} from './funding-choice.ts'
import { accountsKey } from '../../../api/queries/accounts.ts'

export type FundingProblem = {
  code: string
  lines: readonly string[]
  requestId: string | undefined
}

/** Sends the form once nothing is open; a refusal goes to the question it is about, else above the form. */
export function useCreateFunding() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  const [errors, setErrors] = useState<FundingErrors>({})
  const [problem, setProblem] = useState<FundingProblem | undefined>()
  const [refusals, setRefusals] = useState(0)
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
    onError: (error) => {
      const refused = readRefusal(error)
      setErrors(refused.errors)
      setProblem(refused.problem)
      setRefusals((count) => count + 1)
    },
  })
  return {
    errors,
    problem,
    refusals,
    isPending: create.isPending,
    forget: () => {
      setErrors({})
      setProblem(undefined)
    },
    submit: (choice: FundingChoice, open: FundingErrors) => {
      setErrors(open)
      setProblem(undefined)
      if (Object.keys(open).length === 0) create.mutate(choice)
    },
  }
}

function readRefusal(error: unknown): {
  errors: FundingErrors
  problem: FundingProblem | undefined
} {
  if (!isApiError(error))
    return {
      errors: {},
      problem: { code: '', lines: [errorText(error)], requestId: undefined },
    }
  const { code, requestId, details } = error
  const isKyc = code === 'KYC_REQUIRED'
  const errors: FundingErrors = {}
  const lines: string[] = []
  for (const { path, message } of details) {
    const question = questionOf(path)
    if (question && !isKyc) errors[question] = message
    else lines.push(message)
  }
  if (details.length === 0) lines.push(errorText(error))
  return { errors, problem: lines.length > 0 || isKyc ? { code, lines, requestId } : undefined }
}
