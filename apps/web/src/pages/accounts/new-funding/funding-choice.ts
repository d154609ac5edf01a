import { t } from '../../../messages/text.ts'

export type FundingChoice = {
  entityId: string
  jurisdictionId: string
  strategy: string
  /** Account or address that money is returned to; only of the strategy that has one. */
  target: string
}

type FundingErrors = Partial<Record<keyof FundingChoice, string>>

/** Money goes back to its payer unless the person says otherwise, as most do. */
export const emptyFunding: FundingChoice = {
  entityId: '',
  jurisdictionId: '',
  strategy: 'ORIGIN_ACCOUNT',
  target: '',
}

/** What is still missing in the form, by field. */
export function openQuestions(choice: FundingChoice): FundingErrors {
  const errors: FundingErrors = {}
  if (choice.entityId === '') errors.entityId = t('Choose the customer the deposits are for.')
  if (choice.jurisdictionId === '') errors.jurisdictionId = t('Choose where deposits arrive.')
  if (choice.strategy === '')
    errors.strategy = t('Choose what happens when the account is inactive.')
  if (choice.strategy === 'STATIC_ADDRESS' && choice.target.trim() === '')
    errors.target = t('Choose where it goes.')
  return errors
}

const strategies = ['STATIC_ADDRESS', 'ORIGIN_ACCOUNT', 'HOLD'] as const

export function fundingBody({ entityId, jurisdictionId, strategy, target }: FundingChoice) {
  const known = strategies.find((item) => item === strategy) ?? 'HOLD'
  return {
    entityId,
    jurisdictionId,
    returnPolicy: {
      strategy: known,
      ...(known === 'STATIC_ADDRESS' ? { target: target.trim() } : {}),
    },
  }
}

/** Where a path of the service's answer belongs in the form. */
export function questionOf(path: string, code: string): keyof FundingChoice | undefined {
  if (code === 'KYC_REQUIRED') return undefined
  const known: Record<string, keyof FundingChoice> = {
    entityId: 'entityId',
    jurisdictionId: 'jurisdictionId',
    returnPolicy: 'strategy',
    'returnPolicy.strategy': 'strategy',
    'returnPolicy.target': 'target',
  }
  return known[path]
}
