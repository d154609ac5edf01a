import type { Field } from '@corridor/contract'
import { needsPurpose } from '@corridor/domain'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { Rails } from './corridor.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Step } from '../../../records/transfers/arrival/estimated-arrival.ts'
import { quotedSteps } from '../../../records/transfers/steps/quoted.ts'

/** Minutes until the chain shows a payment, and until it counts. */
const chainMinutes = 1

/** The steps with what each of them takes; what the service does automatically takes no minute. */
export function stepsOf(kind: string, { railIn, railOut }: Rails): Step[] {
  const minutes: Readonly<Record<string, number>> = {
    deposit_received: railIn.etaMinutes,
    deposit_detected: chainMinutes,
    deposit_confirmed: chainMinutes,
    payout_confirmed: railOut.etaMinutes,
  }
  return quotedSteps({ kind: 'ordinary', direction: kind }).map((name) => ({
    name,
    etaMinutes: minutes[name] ?? 0,
  }))
}

/** Countries whose banks ask what a payment from abroad is for. */
const asksForPurpose = new Set(['IN', 'AE', 'KE', 'NG', 'PH', 'BR', 'JP', 'KW'])

/** What would still help the payment; what is required holds a large transfer up. */
export function requirementsFor(
  { countryCode, name }: JurisdictionRecord,
  { purposeCode, sourceOfFunds }: SimulateInput,
  { isLarge }: { isLarge: boolean },
): Field[] {
  return [
    ...(purposeCode === undefined && asksForPurpose.has(countryCode ?? '')
      ? [
          {
            ...codeField(
              'purposeCode',
              'Purpose',
              'FAMILY_SUPPORT',
              needsPurpose(countryCode)
                ? `The law of ${name} asks for it: above 1,000 US dollars a transfer is held without.`
                : `Banks in ${name} ask for it.`,
            ),
            required: needsPurpose(countryCode),
          },
        ]
      : []),
    ...(sourceOfFunds === undefined && isLarge
      ? [codeField('sourceOfFunds', 'Source of funds', 'SALARY', 'Large amounts are asked about.')]
      : []),
  ]
}

const codeField = (key: string, label: string, example: string, helpText: string): Field => ({
  key,
  label,
  type: 'text',
  required: false,
  refreshOnChange: false,
  minLength: 2,
  maxLength: 40,
  pattern: '^[A-Z_]{2,40}$',
  validation: null,
  example,
  options: [],
  dependsOn: [],
  helpText,
  sensitive: false,
})
