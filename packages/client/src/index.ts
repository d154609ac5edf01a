export {
  createAccount,
  createWallet,
  stampActivity,
  submitActivity,
  type Comparison,
  type CreatedWallet,
  type PreparedActivity,
  type StampedActivity,
  type WalletAccount,
} from './activities.ts'
export { ApiError, isRefusal, type ApiErrorFacts } from './api-error.ts'
export {
  registerApiKey,
  registerEmail,
  startEmailSession,
  type AuthMethod,
  type WalletSession,
} from './authentication.ts'
export { createClient, type Client, type ClientOptions } from './client.ts'
export type {
  Answer,
  BodyFor,
  Callable,
  CallOptions,
  OperationOf,
  RequestFor,
} from './endpoint-types.ts'
export type { EventStreamOptions, StreamEvent } from './event-stream.ts'
export { PayloadRefused, type Difference } from './payload.ts'
export { stampWith, type StampKey, type Stamper } from './stamper.ts'
export {
  checkTransferPayload,
  type ExpectedTransfer,
  type OrdinaryQuote,
  type WalletPlace,
  type WalletQuote,
} from './transfer-payload.ts'
export {
  transferBetweenWallets,
  waitForTransfer,
  type Transfer,
  type WaitOptions,
  type WalletTransfer,
} from './transfers.ts'
export { verifyWebhook, WebhookRefused, type WebhookCall } from './webhook.ts'
export { diagnoseWebhook, type WebhookCheck, type WebhookDiagnosis } from './webhook-diagnosis.ts'
export type { WebhookEvent } from './webhook-event.ts'
export type { WebhookHeaders, WebhookRefusal } from './webhook-parts.ts'
