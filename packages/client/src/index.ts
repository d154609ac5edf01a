export { routes } from '@corridor/contract/routes'
export { generateP256KeyPair } from '@corridor/signing'
export { ApiError, isRefusal, type ApiErrorFacts } from './api/api-error.ts'
export { createClient, type Client, type ClientOptions } from './api/client.ts'
export type {
  Answer,
  BodyFor,
  Callable,
  CallOptions,
  OperationOf,
  RequestFor,
} from './api/endpoint-types.ts'
export { waitFor, type WaitOptions } from './api/wait-for.ts'
export type { EventStreamOptions, StreamEvent } from './api/event-stream.ts'
export {
  checkTransferPayload,
  type ExpectedTransfer,
  type OrdinaryQuote,
  type WalletPlace,
  type WalletQuote,
} from './transfers/transfer-payload.ts'
export {
  transferBetweenWallets,
  waitForTransfer,
  type Transfer,
  type WalletTransfer,
} from './transfers/transfers.ts'
export {
  createAccount,
  createWallet,
  setPolicy,
  stampActivity,
  submitActivity,
  type Comparison,
  type CreatedWallet,
  type PreparedActivity,
  type StampedActivity,
  type WalletAccount,
} from './wallets/activities.ts'
export {
  registerApiKey,
  registerEmail,
  startEmailSession,
  type AuthMethod,
  type WalletSession,
} from './wallets/authentication.ts'
export { PayloadRefused, type Difference } from './wallets/payload.ts'
export { stampWith, type StampKey, type Stamper } from './wallets/stamper.ts'
export { diagnoseWebhook, type WebhookCheck, type WebhookDiagnosis } from './webhooks/diagnosis.ts'
export type { WebhookEvent } from './webhooks/event.ts'
export type { WebhookHeaders, WebhookRefusal } from './webhooks/parts.ts'
export { verifyWebhook, WebhookRefused, type WebhookCall } from './webhooks/verification.ts'
export {
  AuditExportRefused,
  verifyAuditExport,
  type AuditExportFindings,
  type AuditProblem,
} from '@corridor/signing/audit'
