import type { ApiError } from '@corridor/client/http'
import { t } from '../../messages/text.ts'

export type RouteChoice = { entityId: string; fundingAccountId: string; externalAccountId: string }
export type ChoiceErrors = Partial<Record<keyof RouteChoice, string>>

/** What is still missing in the form, by field. */
export function openQuestions(choice: RouteChoice): ChoiceErrors {
  const errors: ChoiceErrors = {}
  if (choice.entityId === '') errors.entityId = t('Choose the customer the deposits are for.')
  else if (choice.fundingAccountId === '')
    errors.fundingAccountId = t('Choose where deposits arrive.')
  if (choice.externalAccountId === '') errors.externalAccountId = t('Choose where deposits go.')
  return errors
}

/** What belongs to a question of the form; what concerns the whole route stands above it. */
export function questionOf(path: string, code: string): keyof RouteChoice | undefined {
  if (code === 'FUNDING_ACCOUNT_ALREADY_ROUTED' || code === 'KYC_REQUIRED') return undefined
  return path === 'fundingAccountId' || path === 'externalAccountId' ? path : undefined
}

/** The id of the route that an answer names, wherever in it. */
export function routeNamed({ message, details }: ApiError): string {
  const texts = [
    message,
    ...details.flatMap((detail) => [detail.message, ...(detail.allowed ?? [])]),
  ]
  return /\btele_[0-9a-z]+/.exec(texts.join(' '))?.[0] ?? ''
}
