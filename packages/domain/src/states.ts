import { apiKeyStates, approvalStates, exportStates } from './access/states.ts'
import { externalAccountStates, fundingAccountStates } from './accounts/lifecycle.ts'
import { documentStates, kycStates } from './kyc/lifecycle.ts'
import {
  drawingStates,
  frameStates,
  linePaymentStates,
  phaseStates,
  quoteStates,
  replenishmentStates,
} from './liquidity/lifecycle.ts'
import { depositStates, routeStates } from './payin-routes/lifecycle.ts'
import { transferStates } from './transfers/lifecycle.ts'
import { stepStates } from './transfers/steps.ts'
import { deliveryStates, endpointStates, recoveryStates } from './webhooks/lifecycle.ts'

/** The table of every lifecycle. Where two share the name of a state, the first gives its meaning. */
export const stateTables = {
  transfer: transferStates,
  step: stepStates,
  deposit: depositStates,
  route: routeStates,
  drawing: drawingStates,
  replenishment: replenishmentStates,
  replenishQuote: quoteStates,
  linePayment: linePaymentStates,
  kyc: kycStates,
  document: documentStates,
  externalAccount: externalAccountStates,
  fundingAccount: fundingAccountStates,
  endpoint: endpointStates,
  delivery: deliveryStates,
  recovery: recoveryStates,
  reserve: { ...frameStates, ...phaseStates },
  export: exportStates,
  approval: approvalStates,
  apiKey: apiKeyStates,
}
