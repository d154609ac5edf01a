import type { ApiError } from '@corridor/client/http'
import { errorText, fieldErrors, isApiError } from '../../api/errors.ts'

export type RouteChoice = { entityId: string; fundingAccountId: string; externalAccountId: string }
export type ChoiceErrors = Partial<Record<keyof RouteChoice, string>>

/** What the form still has to be told. */
export function openQuestions(choice: RouteChoice): ChoiceErrors {
  const errors: ChoiceErrors = {}
  if (choice.entityId === '') errors.entityId = 'Choose whose deposits they are.'
  else if (choice.fundingAccountId === '') errors.fundingAccountId = 'Choose where deposits arrive.'
  if (choice.externalAccountId === '') errors.externalAccountId = 'Choose where deposits go.'
  return errors
}

/** Why no route was made, sorted by where it is said and what helps. */
export type Refusal = {
  errors: ChoiceErrors
  /** The active route that stands in the way; '' where the answer does not name it. */
  routed?: string
  needsKyc?: true
  lines: string[]
  requestId: string | undefined
}

const questions = ['fundingAccountId', 'externalAccountId'] as const

export function readRefusal(error: unknown): Refusal {
  if (!isApiError(error)) return { errors: {}, lines: [errorText(error)], requestId: undefined }
  const { requestId } = error
  if (error.code === 'FUNDING_ACCOUNT_ALREADY_ROUTED')
    return { errors: {}, routed: routeNamed(error), lines: [], requestId }
  if (error.code === 'KYC_REQUIRED')
    return {
      errors: {},
      needsKyc: true,
      lines: error.details.map(({ message }) => message),
      requestId,
    }
  const { byField, rest } = fieldErrors(error, questions)
  const errors: ChoiceErrors = {}
  for (const question of questions) {
    const message = byField.get(question)
    if (message !== undefined) errors[question] = message
  }
  return { errors, lines: rest, requestId }
}

/** The id of the route that an answer names, wherever in it. */
export function routeNamed({ message, details }: ApiError): string {
  const words = [message, ...details.flatMap((one) => [one.message, ...(one.allowed ?? [])])]
  return /\btele_[0-9a-z]+/.exec(words.join(' '))?.[0] ?? ''
}
