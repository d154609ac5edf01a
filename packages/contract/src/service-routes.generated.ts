// Written by npm run routes from src/operations.ts; do not edit.
import type { StepUp } from './base/step-up.ts'
import type { Operations } from './operations.ts'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  stepUp?: StepUp
}

export const entities = {
  create: { method: 'POST', path: '/api/v1/xfer/entity/create' },
  list: { method: 'GET', path: '/api/v1/xfer/entity' },
  read: { method: 'GET', path: '/api/v1/xfer/entity/{entityId}' },
  readByEmail: { method: 'GET', path: '/api/v1/xfer/entity/email/{email}' },
  update: { method: 'PUT', path: '/api/v1/xfer/entity/{entityId}' },
  reveal: { method: 'POST', path: '/api/v1/xfer/entity/{entityId}/reveal', stepUp: true },
} as const satisfies { [E in keyof Operations['entities']]: Route }

export const kyc = {
  queue: { method: 'GET', path: '/api/v1/xfer/entity/kyc/queue' },
  status: { method: 'GET', path: '/api/v1/xfer/entity/kyc/{entityId}' },
  requirements: { method: 'GET', path: '/api/v1/xfer/entity/kyc/{entityId}/requirements' },
  evaluate: { method: 'POST', path: '/api/v1/xfer/entity/kyc/{entityId}/requirements' },
  submit: { method: 'POST', path: '/api/v1/xfer/entity/kyc/{entityId}/submit' },
  documents: { method: 'GET', path: '/api/v1/xfer/entity/kyc/{entityId}/documents' },
  upload: { method: 'POST', path: '/api/v1/xfer/entity/kyc/{entityId}/documents' },
  answer: { method: 'POST', path: '/api/v1/xfer/entity/kyc/{entityId}/rfi/{rfiId}' },
  assign: { method: 'PUT', path: '/api/v1/xfer/entity/kyc/{entityId}/assignment' },
  notes: { method: 'GET', path: '/api/v1/xfer/entity/kyc/{entityId}/notes' },
  addNote: { method: 'POST', path: '/api/v1/xfer/entity/kyc/{entityId}/notes' },
} as const satisfies { [E in keyof Operations['kyc']]: Route }

export const accounts = {
  listExternal: { method: 'GET', path: '/api/v1/xfer/accounts/external' },
  listExternalOfEntity: { method: 'GET', path: '/api/v1/xfer/accounts/external/entity/{entityId}' },
  readExternal: { method: 'GET', path: '/api/v1/xfer/accounts/external/{accountId}' },
  revealExternal: { method: 'POST', path: '/api/v1/xfer/accounts/external/{accountId}/reveal', stepUp: true },
  linkToken: { method: 'POST', path: '/api/v1/xfer/accounts/external/link/token', stepUp: true },
  completeLink: { method: 'PUT', path: '/api/v1/xfer/accounts/external/link/token', stepUp: true },
  requirements: { method: 'GET', path: '/api/v1/xfer/accounts/external/requirements' },
  evaluate: { method: 'POST', path: '/api/v1/xfer/accounts/external/requirements' },
  addExternal: { method: 'POST', path: '/api/v1/xfer/accounts/external/add', stepUp: { unless: { member: 'dryRun', is: true } } },
  enable: { method: 'POST', path: '/api/v1/xfer/accounts/external/enable', stepUp: true },
  disable: { method: 'POST', path: '/api/v1/xfer/accounts/external/disable' },
  deleteExternal: { method: 'DELETE', path: '/api/v1/xfer/accounts/external/{accountId}' },
  deleteExternalByPost: { method: 'POST', path: '/api/v1/xfer/accounts/external/delete' },
  createFunding: { method: 'POST', path: '/api/v1/xfer/accounts/funding/create' },
  activateFunding: { method: 'POST', path: '/api/v1/xfer/accounts/funding/activate' },
  deactivateFunding: { method: 'POST', path: '/api/v1/xfer/accounts/funding/deactivate' },
  readFunding: { method: 'GET', path: '/api/v1/xfer/accounts/funding/{fundingAccountId}' },
  listFunding: { method: 'GET', path: '/api/v1/xfer/accounts/funding' },
  listFundingOfEntity: { method: 'GET', path: '/api/v1/xfer/accounts/funding/entity/{entityId}' },
  listJurisdictions: { method: 'GET', path: '/api/v1/xfer/utility/jurisdictions' },
  listCorridors: { method: 'GET', path: '/api/v1/xfer/utility/corridors' },
  listOfEntity: { method: 'GET', path: '/api/v1/xfer/entity/{entityId}/accounts' },
  addOfEntity: { method: 'POST', path: '/api/v1/xfer/entity/{entityId}/accounts/add', stepUp: { unless: { member: 'dryRun', is: true } } },
  readOfEntity: { method: 'GET', path: '/api/v1/xfer/entity/{entityId}/accounts/{accountId}' },
  deleteOfEntity: { method: 'DELETE', path: '/api/v1/xfer/entity/{entityId}/accounts/{accountId}' },
} as const satisfies { [E in keyof Operations['accounts']]: Route }

export const transfers = {
  cancel: { method: 'POST', path: '/api/v1/xfer/transaction/cancel' },
  retry: { method: 'POST', path: '/api/v1/xfer/transaction/retry', stepUp: true },
  refund: { method: 'POST', path: '/api/v1/xfer/transaction/refund', stepUp: true },
  approve: { method: 'POST', path: '/api/v1/xfer/transaction/approval', stepUp: true },
  review: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}/review' },
  resolve: { method: 'POST', path: '/api/v1/xfer/transaction/transfer/{executionId}/resolve', stepUp: true },
  answer: { method: 'POST', path: '/api/v1/xfer/transaction/transfer/{executionId}/rfi/{rfiId}' },
  answerDocuments: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}/rfi/{rfiId}/documents' },
  timeline: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}/timeline' },
  export: { method: 'POST', path: '/api/v1/xfer/transaction/export' },
  readExport: { method: 'GET', path: '/api/v1/xfer/transaction/export/{exportId}' },
  explain: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}/explanation' },
  shareTracking: { method: 'POST', path: '/api/v1/xfer/transaction/transfer/{executionId}/tracking' },
  trackingLinks: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}/tracking' },
  revokeTracking: { method: 'DELETE', path: '/api/v1/xfer/transaction/transfer/{executionId}/tracking/{linkId}' },
  simulate: { method: 'POST', path: '/api/v1/xfer/transaction/simulate' },
  execute: { method: 'POST', path: '/api/v1/xfer/transaction/transfer', stepUp: { unless: { member: 'executionId', startsWith: 'cexec-' } } },
  list: { method: 'GET', path: '/api/v1/xfer/transaction/transfers' },
  listOfPartner: { method: 'GET', path: '/api/v1/xfer/transaction/transfers/partner' },
  listOfEntity: { method: 'GET', path: '/api/v1/xfer/transaction/transfers/entity/{entityId}' },
  readByTransactionId: { method: 'GET', path: '/api/v1/xfer/transaction/transfers/transaction/{transactionId}' },
  read: { method: 'GET', path: '/api/v1/xfer/transaction/transfer/{executionId}' },
} as const satisfies { [E in keyof Operations['transfers']]: Route }

export const figures = {
  overview: { method: 'GET', path: '/api/v1/xfer/utility/figures/overview' },
  volume: { method: 'GET', path: '/api/v1/xfer/utility/figures/volume' },
  corridors: { method: 'GET', path: '/api/v1/xfer/utility/figures/corridors' },
} as const satisfies { [E in keyof Operations['figures']]: Route }

export const payinRoutes = {
  create: { method: 'POST', path: '/api/v1/xfer/payin/create', stepUp: true },
  update: { method: 'POST', path: '/api/v1/xfer/payin/update', stepUp: true },
  toggle: { method: 'POST', path: '/api/v1/xfer/payin/toggle', stepUp: true },
  resolve: { method: 'POST', path: '/api/v1/xfer/payin/deposit/resolve', stepUp: true },
  answer: { method: 'POST', path: '/api/v1/xfer/payin/deposit/{depositId}/rfi/{rfiId}' },
  answerDocuments: { method: 'GET', path: '/api/v1/xfer/payin/deposit/{depositId}/rfi/{rfiId}/documents' },
  forwardHeld: { method: 'POST', path: '/api/v1/xfer/payin/deposit/forward', stepUp: true },
  list: { method: 'GET', path: '/api/v1/xfer/payin' },
  listDeposits: { method: 'GET', path: '/api/v1/xfer/payin/deposits' },
  listWaiting: { method: 'GET', path: '/api/v1/xfer/payin/deposits/waiting' },
  depositMessages: { method: 'GET', path: '/api/v1/xfer/payin/deposit/{depositId}/messages' },
  listUnlisted: { method: 'GET', path: '/api/v1/xfer/payin/deposits/unlisted' },
  estimate: { method: 'GET', path: '/api/v1/xfer/payin/preview' },
  listOfEntity: { method: 'GET', path: '/api/v1/xfer/payin/entity/{entityId}' },
  read: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}' },
  deposits: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}/deposits' },
  summarise: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}/deposits/summary' },
  changes: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}/changes' },
  preview: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}/preview' },
  volume: { method: 'GET', path: '/api/v1/xfer/payin/{teleportId}/volume' },
} as const satisfies { [E in keyof Operations['payinRoutes']]: Route }

export const liquidity = {
  quoteReserve: { method: 'POST', path: '/api/v1/transactions/reserve/quote' },
  acceptReserve: { method: 'POST', path: '/api/v1/transactions/reserve/accept', stepUp: true },
  cancelReserve: { method: 'POST', path: '/api/v1/transactions/reserve/cancel', stepUp: true },
  activeReserves: { method: 'GET', path: '/api/v1/transactions/reserve/active' },
  listReserves: { method: 'GET', path: '/api/v1/transactions/reserve/all' },
  initiate: { method: 'POST', path: '/api/v1/transactions/initiate', stepUp: true },
  detail: { method: 'GET', path: '/api/v1/transactions/detail/{transactionId}' },
  list: { method: 'GET', path: '/api/v1/transactions/list' },
  limits: { method: 'GET', path: '/api/v1/transactions/limits' },
  listPayments: { method: 'GET', path: '/api/v1/transactions/payments' },
  creditPayment: { method: 'POST', path: '/api/v1/transactions/payments/credit' },
  quoteReplenish: { method: 'POST', path: '/api/v1/replenish/quote' },
  quoteReplenishBatch: { method: 'POST', path: '/api/v1/replenish/quote/batch' },
  listReplenishQuotes: { method: 'GET', path: '/api/v1/replenish/quote' },
  initiateReplenish: { method: 'POST', path: '/api/v1/replenish/transaction/initiate', stepUp: true },
  replenishBatch: { method: 'POST', path: '/api/v1/replenish/transaction/batch', stepUp: true },
  readReplenish: { method: 'GET', path: '/api/v1/replenish/transaction/{replenishTxnHash}' },
  listReplenishments: { method: 'GET', path: '/api/v1/replenish/transaction' },
  fulfilQuote: { method: 'POST', path: '/api/v1/transactions/quote/fulfilled' },
  withdrawOperational: { method: 'POST', path: '/api/v1/partner/operational/withdraw', stepUp: true },
} as const satisfies { [E in keyof Operations['liquidity']]: Route }

export const wallets = {
  registerAuthPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/register-auth/prepare' },
  registerAuth: { method: 'POST', path: '/api/v1/wallets/{entityId}/register-auth', stepUp: true },
  revokeAuthPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/revoke-auth/prepare' },
  revokeAuthSubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/revoke-auth/submit' },
  initiateOtp: { method: 'POST', path: '/api/v1/wallets/{entityId}/initiate-otp' },
  verifyOtp: { method: 'POST', path: '/api/v1/wallets/{entityId}/verify-otp' },
  startSession: { method: 'POST', path: '/api/v1/wallets/{entityId}/start-session' },
  endSession: { method: 'DELETE', path: '/api/v1/wallets/{entityId}/sessions/{sessionId}' },
  issuers: { method: 'GET', path: '/api/v1/wallets/oidc-issuers' },
  allowIssuer: { method: 'POST', path: '/api/v1/wallets/oidc-issuers', stepUp: true },
  removeIssuer: { method: 'POST', path: '/api/v1/wallets/oidc-issuers/remove', stepUp: true },
  createWalletPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/create-wallet/prepare' },
  createWalletSubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/create-wallet/submit' },
  createAccountPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/create-account/prepare' },
  createAccountSubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/create-account/submit' },
  registerPasskeyPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/register-passkey/prepare' },
  registerPasskeySubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/register-passkey/submit' },
  deletePasskeyPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/delete-passkey/prepare' },
  deletePasskeySubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/delete-passkey/submit' },
  passkeys: { method: 'GET', path: '/api/v1/wallets/{entityId}/passkeys' },
  exportWalletPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/export-wallet/prepare' },
  exportWalletSubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/export-wallet/submit' },
  exportWalletCancel: { method: 'POST', path: '/api/v1/wallets/{entityId}/export-wallet/cancel' },
  setPolicyPrepare: { method: 'POST', path: '/api/v1/wallets/{entityId}/set-policy/prepare' },
  setPolicySubmit: { method: 'POST', path: '/api/v1/wallets/{entityId}/set-policy/submit' },
  list: { method: 'GET', path: '/api/v1/wallets' },
  settings: { method: 'GET', path: '/api/v1/wallets/settings' },
  updateSettings: { method: 'PUT', path: '/api/v1/wallets/settings', stepUp: true },
  details: { method: 'GET', path: '/api/v1/wallets/{entityId}/details' },
  balances: { method: 'GET', path: '/api/v1/wallets/{entityId}/balances' },
  transactions: { method: 'GET', path: '/api/v1/wallets/{entityId}/transactions/{address}' },
  policy: { method: 'GET', path: '/api/v1/wallets/{entityId}/policy' },
  replayPolicy: { method: 'POST', path: '/api/v1/wallets/{entityId}/policy/replay' },
} as const satisfies { [E in keyof Operations['wallets']]: Route }

export const webhooks = {
  registeredUrl: { method: 'GET', path: '/api/v1/partner/registerPartnerWebhook' },
  register: { method: 'PUT', path: '/api/v1/partner/registerPartnerWebhook', stepUp: true },
  endpoint: { method: 'GET', path: '/api/v1/partner/webhook' },
  check: { method: 'POST', path: '/api/v1/partner/webhook/check' },
  rotateSecret: { method: 'POST', path: '/api/v1/partner/webhook/rotate-secret', stepUp: true },
  setOverlap: { method: 'POST', path: '/api/v1/partner/webhook/secret-overlap', stepUp: true },
  pause: { method: 'POST', path: '/api/v1/partner/webhook/pause' },
  resume: { method: 'POST', path: '/api/v1/partner/webhook/resume' },
  test: { method: 'POST', path: '/api/v1/partner/webhook/test' },
  deliveries: { method: 'GET', path: '/api/v1/partner/webhook/deliveries' },
  delivery: { method: 'GET', path: '/api/v1/partner/webhook/deliveries/{deliveryId}' },
  redeliver: { method: 'POST', path: '/api/v1/partner/webhook/deliveries/{deliveryId}/redeliver' },
  recover: { method: 'POST', path: '/api/v1/partner/webhook/recover' },
  recovery: { method: 'GET', path: '/api/v1/partner/webhook/recover/{recoveryId}' },
  cancelRecovery: { method: 'POST', path: '/api/v1/partner/webhook/recover/{recoveryId}/cancel' },
  endpoints: { method: 'GET', path: '/api/v1/partner/webhook/endpoints' },
  createEndpoint: { method: 'POST', path: '/api/v1/partner/webhook/endpoints', stepUp: true },
  readEndpoint: { method: 'GET', path: '/api/v1/partner/webhook/endpoints/{endpointId}' },
  updateEndpoint: { method: 'PUT', path: '/api/v1/partner/webhook/endpoints/{endpointId}', stepUp: true },
  deleteEndpoint: { method: 'DELETE', path: '/api/v1/partner/webhook/endpoints/{endpointId}', stepUp: true },
  rotateEndpointSecret: { method: 'POST', path: '/api/v1/partner/webhook/endpoints/{endpointId}/rotate-secret', stepUp: true },
  setEndpointOverlap: { method: 'POST', path: '/api/v1/partner/webhook/endpoints/{endpointId}/secret-overlap', stepUp: true },
  pauseEndpoint: { method: 'POST', path: '/api/v1/partner/webhook/endpoints/{endpointId}/pause' },
  resumeEndpoint: { method: 'POST', path: '/api/v1/partner/webhook/endpoints/{endpointId}/resume' },
  testEndpoint: { method: 'POST', path: '/api/v1/partner/webhook/endpoints/{endpointId}/test' },
  events: { method: 'GET', path: '/api/v1/xfer/utility/webhook/events' },
  stream: { method: 'GET', path: '/api/v1/xfer/utility/events/stream' },
} as const satisfies { [E in keyof Operations['webhooks']]: Route }

export const partners = {
  paymentsBalance: { method: 'GET', path: '/api/v1/xfer/utility/partner/payments/balance' },
  paymentsDeposit: { method: 'POST', path: '/api/v1/xfer/utility/partner/payments/deposit' },
  settleFees: { method: 'POST', path: '/api/v1/xfer/utility/partner/payments/settle-fees', stepUp: true },
  prepaidBalance: { method: 'GET', path: '/api/v1/xfer/utility/prepaid/kyc/balance' },
  prepaidDeposit: { method: 'POST', path: '/api/v1/xfer/utility/prepaid/kyc/deposit' },
  me: { method: 'GET', path: '/api/v1/partner/me' },
  read: { method: 'GET', path: '/api/v1/partner/{svcPartnerId}' },
} as const satisfies { [E in keyof Operations['partners']]: Route }

export const keys = {
  list: { method: 'GET', path: '/api/v1/partner/keys' },
  read: { method: 'GET', path: '/api/v1/partner/keys/{keyId}' },
  create: { method: 'POST', path: '/api/v1/partner/keys', stepUp: true },
  update: { method: 'PUT', path: '/api/v1/partner/keys/{keyId}', stepUp: true },
  rotate: { method: 'POST', path: '/api/v1/partner/keys/{keyId}/rotate', stepUp: true },
  revoke: { method: 'DELETE', path: '/api/v1/partner/keys/{keyId}', stepUp: true },
  requests: { method: 'GET', path: '/api/v1/partner/requests' },
  request: { method: 'GET', path: '/api/v1/partner/requests/{requestId}' },
} as const satisfies { [E in keyof Operations['keys']]: Route }

export const approvals = {
  list: { method: 'GET', path: '/api/v1/approvals' },
  counts: { method: 'GET', path: '/api/v1/approvals/counts' },
  read: { method: 'GET', path: '/api/v1/approvals/{approvalId}' },
  decide: { method: 'POST', path: '/api/v1/approvals/{approvalId}/decision', stepUp: true },
  cancel: { method: 'POST', path: '/api/v1/approvals/{approvalId}/cancel' },
  ask: { method: 'POST', path: '/api/v1/approvals/{approvalId}/questions' },
  answer: { method: 'POST', path: '/api/v1/approvals/{approvalId}/questions/{questionId}/answer' },
  readPolicy: { method: 'GET', path: '/api/v1/partner/policy' },
  policyVersions: { method: 'GET', path: '/api/v1/partner/policy/versions' },
  readPolicyVersion: { method: 'GET', path: '/api/v1/partner/policy/versions/{version}' },
  changePolicy: { method: 'PUT', path: '/api/v1/partner/policy', stepUp: true },
  replayPolicy: { method: 'POST', path: '/api/v1/partner/policy/replay' },
} as const satisfies { [E in keyof Operations['approvals']]: Route }

export const audit = {
  list: { method: 'GET', path: '/api/v1/audit' },
  proof: { method: 'GET', path: '/api/v1/audit/proof' },
  verify: { method: 'GET', path: '/api/v1/audit/verification' },
  read: { method: 'GET', path: '/api/v1/audit/{auditId}' },
} as const satisfies { [E in keyof Operations['audit']]: Route }

export const notes = {
  list: { method: 'GET', path: '/api/v1/notes' },
  add: { method: 'POST', path: '/api/v1/notes' },
} as const satisfies { [E in keyof Operations['notes']]: Route }

export const exports = {
  lists: { method: 'GET', path: '/api/v1/xfer/utility/exports/lists' },
  count: { method: 'POST', path: '/api/v1/xfer/utility/exports/count' },
  create: { method: 'POST', path: '/api/v1/xfer/utility/exports' },
  list: { method: 'GET', path: '/api/v1/xfer/utility/exports' },
  read: { method: 'GET', path: '/api/v1/xfer/utility/exports/{exportId}' },
  cancel: { method: 'POST', path: '/api/v1/xfer/utility/exports/{exportId}/cancel' },
} as const satisfies { [E in keyof Operations['exports']]: Route }

export const search = {
  find: { method: 'GET', path: '/api/v1/xfer/utility/search' },
} as const satisfies { [E in keyof Operations['search']]: Route }
