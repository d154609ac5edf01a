// Written by npm run db-types from the migrated database. Do not edit: change a migration.
import type { ExternalAccountState, KycState, ShownKycStatus, StepStatus, TransferStatus } from '@corridor/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as any JSON, to be parsed by its schema; written as text by JSON.stringify. */
export type Json = ColumnType<unknown, string, string>

export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>

export type AccountLinkTable = {
  partner_id: string
  id: string
  entity_id: string
  jurisdiction_id: string
  token_hash: Bytes
  redirect_url: string | null
  status: 'OPEN' | 'CHOSEN' | 'LINKED'
  sealed_choice: Bytes | null
  public_token_hash: Bytes | null
  linked: Json
  created_at: Date
  expires_at: Date
}

export type AccountProofTable = {
  partner_id: string
  id: string
  account_id: string
  method: 'MICRO_DEPOSIT' | 'WALLET_SIGNATURE' | 'TEST_PAYMENT' | 'DOCUMENT'
  status: 'OPEN' | 'PROVED' | 'REFUSED' | 'EXPIRED'
  reason: Generated<string>
  facts: Json
  sealed_answer: Bytes | null
  answers_left: Generated<number>
  token_hash: Bytes | null
  token_until: Date | null
  created_at: Date
  expires_at: Date
  decided_at: Date | null
}

export type AllowedTransitionTable = {
  resource: string
  from_state: string
  to_state: string
}

export type ApiKeyTable = {
  id: string
  partner_id: string
  kind: 'partner' | 'console'
  lookup: string
  secret_hash: Bytes
  sealed_text: Bytes | null
  name: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  member_id: string | null
  issued_by: Generated<string>
  addresses: Generated<string[]>
  predecessor_id: string | null
  last_used_address: Generated<string>
  version: Generated<number>
  reads_logged_until: Date | null
}

export type ApprovalQuestionTable = {
  partner_id: string
  id: string
  request_id: string
  member_id: string
  text: string
  asked_at: Date
  answer: string | null
  answered_by: Json | null
  answered_at: Date | null
}

export type ApprovalRequestTable = {
  partner_id: string
  id: string
  operation: string
  status: 'REQUESTED' | 'EXECUTED' | 'REJECTED' | 'EXPIRED' | 'FAILED' | 'CANCELLED' | 'VOID'
  subject_kind: string
  subject_id: string
  summary: string
  shown: Json
  sealed_input: Bytes | null
  content_hash: Bytes | null
  maker: Json
  maker_person: string
  decision_id: string | null
  policy_version: number
  rule: string | null
  because: Json
  needs: Json
  failure: Json | null
  sealed_answer: Bytes | null
  expires_at: Date
  agreed_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
  maker_member: string | null
  maker_key: string | null
}

export type ApprovalVoteTable = {
  partner_id: string
  request_id: string
  member_id: string
  role: string
  decision: 'APPROVED' | 'REJECTED'
  comment: string
  created_at: Date
}

export type AuditTable = {
  partner_id: string
  id: string
  xid: Generated<string>
  actor_type: string
  actor_id: string
  action: string
  object_kind: string
  object_id: string
  before: Json | null
  after: Json | null
  reason: string
  request_id: string
  created_at: Date
}

export type AuditCheckpointTable = {
  number: number
  line: string
}

export type AuditHeadTable = {
  partner_id: string
  checkpoint: number
  at: Date
  first: number
  sequence: number
  hash: Bytes
  signature: string
}

export type AuditSealTable = {
  partner_id: string
  sequence: number
  audit_id: string
  previous_hash: Bytes
  hash: Bytes
  key_version: Generated<number>
  public_hash: Bytes | null
}

export type BankAsideTable = {
  id: string
  sha256: string
  line: number
  account: string
  reason: string
  sealed_source: Bytes
  direction: '' | 'CREDIT' | 'DEBIT'
  currency: string
  scale: number
  minor: bigint | null
  booked_on: string | null
  state: 'OPEN' | 'BOOKED' | 'DISMISSED'
  payment_id: string | null
  decided_by: Generated<string>
  decided_reason: Generated<string>
  decided_at: Date | null
  read_at: Date
}

export type BankBreakTable = {
  id: string
  kind: 'NOT_ON_STATEMENT' | 'LINE_NOT_BOOKED'
  account: string
  currency: string
  day: string
  difference: bigint
  scale: number
  payment_id: string | null
  aside_id: string | null
  sha256: string
  opened_at: Date
  resolved_at: Date | null
  resolved_by: Generated<string>
  resolved_reason: Generated<string>
}

export type BankCheckTable = {
  currency: string
  opening: bigint | null
  difference: bigint
  checked_at: Date
}

export type BankClosedDayTable = {
  account: string
  day: string
  sha256: string
}

export type BankCursorTable = {
  bank: string
  position: string
  updated_at: Date
}

export type BankEntryTable = {
  entry_id: string
  bank: string
  kind: 'CREDIT' | 'RETURN' | 'BATCH' | 'CHARGE' | 'REVERSAL' | 'DEBIT'
  state: 'NEW' | 'DEPOSIT' | 'RETURN' | 'UNMATCHED' | 'BOOKED'
  country_code: string
  routing_number: string
  account_number: string
  currency: string
  scale: number
  amount: bigint
  sender_name: string
  sender_account: string
  reference: string
  payout_reference: string
  code: string
  booked_at: Date
  partner_id: string | null
  subject_id: string | null
  problem: Generated<string>
  attempts: Generated<number>
  due_at: Date
  read_at: Date
  assigned_partner_id: string | null
  assigned_funding_id: string | null
  ultimate_sender: Generated<string>
  booked_on: string
  booked_from: Date
  batch_id: Generated<string>
  was_unmatched: Generated<boolean>
  also_named: Generated<string[]>
  names_due: Generated<boolean>
}

export type BankEvidenceTable = {
  sha256: string
  line: number
  part: number
  payment_id: string
  message_kind: 'STATEMENT' | 'SNAPSHOT' | 'NOTICE'
  statement: string
  account: string
  direction: 'CREDIT' | 'DEBIT'
  minor: bigint
  line_minor: bigint
  booked_on: string
  how: 'FIRST' | 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' | 'HELD' | 'LISTED' | 'CLOSED' | 'DECIDED'
  evidence: Json | null
  read_at: Date
}

export type BankFileBalanceTable = {
  sha256: string
  country_code: string
  currency: string
  statement_id: string
  opening: bigint | null
  closing: bigint | null
  opens_on: string
  closes_on: string
}

export type BankFileInTable = {
  sha256: string
  name: string
  kind: 'camt.052' | 'camt.053' | 'camt.054' | 'pain.002' | 'mt940' | 'mt942' | 'bai2'
  message_id: string
  written_at: Date
  begun_at: Date
  entries: Generated<number>
  booked: Generated<number>
  repeated: Generated<number>
  reported: Generated<number>
  unknown: Generated<number>
  others: Generated<number>
  problem: Generated<string>
  imported_at: Date | null
  held: Generated<number>
  aside: Generated<number>
}

export type BankFileOutTable = {
  message_id: string
  position: GeneratedAlways<number>
  name: string
  sealed_text: Bytes
  sha256: string
  payments: number
  control_sum: string
  created_at: Date
  sent_at: Date | null
}

export type BankFilePaymentTable = {
  reference: string
  position: GeneratedAlways<number>
  sealed_instruction: Bytes
  status: 'QUEUED' | 'WRITTEN' | 'ACCEPTED' | 'CONFIRMED' | 'REJECTED'
  message_id: Generated<string>
  batch_id: Generated<string>
  bank_reference: Generated<string>
  code: Generated<string>
  contradiction: Generated<'' | 'CONFIRMED' | 'REJECTED'>
  is_unreported: Generated<boolean>
  queued_at: Date
  updated_at: Date
  booked_country: Generated<string>
  booked_on: string | null
  uetr: Generated<string>
  is_retryable: boolean | null
  needs_person: Generated<boolean>
}

export type BankFilePieceTable = {
  sha256: string
  place: number
  sealed_bytes: Bytes
}

export type BankFilePositionTable = {
  one: Generated<boolean>
  last: number
}

export type BankFileStatusTable = {
  position: GeneratedAlways<number>
  reference: string
  partner_id: string | null
  transfer_id: string | null
  sha256: string | null
  line: number
  scope: 'PAYMENT' | 'BATCH' | 'FILE' | 'PERSON'
  status: string
  effect: 'ACCEPTED' | 'CONFIRMED' | 'REJECTED' | 'CANCELED' | 'WAITING' | 'ATTENTION'
  reasons: Generated<Json>
  terms: Generated<Json>
  bank_reference: Generated<string>
  message_id: string
  made_at: Date
  read_at: Date
}

export type BankPaymentTable = {
  position: number | null
  id: string
  sha256: string
  entry: Json | null
  account: string
  direction: 'CREDIT' | 'DEBIT'
  minor: bigint
  scale: number
  currency: string
  booked_on: string
  facts: Json
  certain: Json
  ids: Generated<string[]>
  state: Generated<'BOOKED' | 'HELD' | 'JOINED' | 'LISTED'>
  held_for: Generated<'' | 'PERHAPS_REPEATED' | 'TWICE_IN_FILE' | 'PART_OF_BATCH'>
  likely_of: string | null
  batch_id: string | null
  stated_on: string | null
  decided_by: Generated<string>
  decided_reason: Generated<string>
  decided_at: Date | null
  created_at: Date | null
  is_noticed: Generated<boolean>
}

export type BankProfileTable = {
  account: string
  learned: Generated<Json>
  set_values: Generated<Json>
  updated_at: Date
}

export type ChainTable = {
  chain_id: string
  marker: string
  created_at: Date
}

export type ChainCursorTable = {
  chain_id: string
  block_number: number
  block_hash: string
  updated_at: Date
}

export type ChainOrderTable = {
  chain_id: string
  sender: string
  nonce: number
  purpose: 'payout' | 'mint' | 'sweep' | 'sweep_gas' | 'disbursement' | 'reserve_refund' | 'replenish' | 'operational_withdrawal'
  subject: string
  status: 'OPEN' | 'CONFIRMED' | 'REVERTED'
  partner_id: string | null
  transfer_id: string | null
  call: Json
  signed_at_block: number
  bumps: Generated<number>
  alarmed_at: Date | null
  created_at: Date
}

export type ChainOrphanTable = {
  chain_id: string
  hash: string
  sender: string
  nonce: number | null
  reference: string | null
  raw: Generated<string>
  status: 'CONFIRMED' | 'REVERTED'
  block_number: number
  block_hash: string
  gas_used: bigint
  gas_price: bigint
  found_at: Date
  order_purpose: string | null
  order_subject: string | null
}

export type ChainSenderTable = {
  chain_id: string
  address: string
  next_nonce: number
}

export type ChainTransactionTable = {
  chain_id: string
  hash: string
  purpose: string
  sender: string
  nonce: number
  raw: string
  status: 'SIGNED' | 'SENT' | 'CONFIRMED' | 'REVERTED' | 'DROPPED'
  partner_id: string | null
  transfer_id: string | null
  step: string | null
  block_number: number | null
  block_hash: string | null
  gas_used: bigint | null
  gas_price: bigint | null
  created_at: Date
  recipient: Generated<string>
  value: Generated<bigint>
  max_fee: bigint | null
  priority_fee: bigint | null
  maybe_sent: Generated<boolean>
}

export type ClaimedWalletUseTable = {
  partner_id: string
  wallet: string
  day: string
  used: bigint
}

export type CustodyCheckTable = {
  chain_id: string
  block_number: number
  checked_at: Date
  problems: string[]
}

export type CustodyOpeningTable = {
  chain_id: string
  address: string
  token: string
  amount: bigint
  block_number: number
}

export type CustomRoleTable = {
  partner_id: string
  id: string
  name: string
  scopes: string[]
  created_at: Date
  updated_at: Date
}

export type CustomerUsageTable = {
  partner_id: string
  entity_id: string
  day: string
  shard: number
  used: bigint
  transfers: number
}

export type DailyLimitAlertTable = {
  partner_id: string
  day: string
  share: number
}

export type DailyUsageTable = {
  partner_id: string
  day: string
  used: bigint
  shard: Generated<number>
}

export type DepositTable = {
  partner_id: string
  id: string
  source: 'BANK' | 'CHAIN'
  status: 'SCHEDULED' | 'RECEIVED' | 'SCREENING' | 'FORWARDING' | 'FORWARDED' | 'HELD' | 'RETURNING' | 'RETURNED' | 'RETURN_FAILED'
  transfer_id: string | null
  funding_account_id: string | null
  jurisdiction_id: string
  currency: string
  scale: number
  amount: bigint
  sender: Json
  labels: Generated<string[]>
  bank_entry: string | null
  chain_id: string | null
  hash: string | null
  log_index: number | null
  received_at: Date
  updated_at: Date
  version: number
  route_id: string | null
  destination_version: number | null
  held_reason: Generated<'' | 'ROUTE_INACTIVE' | 'NO_ROUTE' | 'FUNDING_INACTIVE' | 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM' | 'UNSUPPORTED_ASSET' | 'DESTINATION_UNAVAILABLE' | 'COMPLIANCE' | 'LIMIT' | 'PAYOUT_FAILED' | 'RETURN_FAILED' | 'NO_TRANSFER' | 'BY_PARTNER' | 'TRANSFER_IN_REVIEW' | 'UNKNOWN_SENDER' | 'PAYER_NOT_ALLOWED'>
  completed_at: Date | null
  held_behind: Generated<string>
  held_limit: Generated<'' | 'MIN_DEPOSIT' | 'MAX_DEPOSIT' | 'ACCOUNT_DAY' | 'PARTNER_TRANSFER' | 'PARTNER_DAY' | 'CUSTOMER_TRANSFER' | 'CUSTOMER_DAY' | 'CUSTOMER_MONTH' | 'CUSTOMER_DAY_COUNT' | 'CUSTOMER_MONTH_COUNT'>
  released_at: Date | null
  booked_from: Date | null
  reported_at: Date | null
}

export type DepositTargetTable = {
  key: string
  partner_id: string
  transfer_id: string | null
  funding_account_id: string | null
  created_at: Date
  is_liquidity: Generated<boolean>
}

export type DraftTable = {
  partner_id: string
  member_id: string
  id: string
  body: Json
  version: number
  updated_at: Date
  kind: Generated<string>
  title: Generated<string>
}

export type EnrolmentLinkTable = {
  partner_id: string
  id: string
  role: 'owner' | 'admin' | 'treasury' | 'operations' | 'compliance' | 'developer' | 'viewer' | `role_${string}`
  token_hash: Bytes
  created_at: Date
  expires_at: Date
  used_at: Date | null
  member_id: string | null
  email: Generated<string>
  issued_by: string | null
  ended_at: Date | null
  recovers: string | null
  custom_role: GeneratedAlways<string | null>
  code_hash: Bytes | null
  code_expires_at: Date | null
  code_tries: Generated<number>
  codes_sent: Generated<number>
}

export type EntityTable = {
  partner_id: string
  id: string
  type: 'individual' | 'business'
  first_name: string
  last_name: string
  business_name: string
  email: string
  phone_number: string
  nationality: string
  date_of_birth: string | null
  permanent_address: Json
  business: Json | null
  external_reference: string | null
  metadata: Json | null
  kyc_status: ShownKycStatus
  created_at: Date
  updated_at: Date
  version: number
  kyc_missing: Generated<string[]>
  has_wallet: Generated<boolean>
  email_key: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  countries: GeneratedAlways<string>
  latin_name: Generated<string>
  search_text: GeneratedAlways<string>
}

export type EventTable = {
  partner_id: string
  id: string
  category: string
  type: string
  status: string
  object: Json
  changes: Json | null
  subject_kind: string
  subject_id: string
  subject_version: number
  created_at: Date
  position: Generated<number>
  xid: Generated<string>
}

export type EventNumberTable = {
  partner_id: string
  sequence: number
  event_id: string
  written_at: Date
  at: Date
}

export type EventPublicationTable = {
  is_only: Generated<boolean>
  seen: string
}

export type EventSequenceTable = {
  partner_id: string
  last: number
  last_at: Generated<Date>
}

export type ExternalAccountTable = {
  partner_id: string
  id: string
  entity_id: string
  kind: 'BANK' | 'WALLET' | 'NON_CUSTODIAL_WALLET' | 'MOBILE_MONEY'
  ownership: 'SELF' | 'THIRD_PARTY'
  status: ExternalAccountState
  status_reason: string
  jurisdiction_id: string
  rails: string[]
  holder: Json
  account: Json
  wallet: Json | null
  nickname: string
  source: string
  fingerprint: string
  created_at: Date
  updated_at: Date
  last_used_at: Date | null
  version: number
  sealed_account: Bytes | null
  verification: Json
  number_fingerprint: string | null
  proof: 'PROVED' | 'CLAIMED' | 'REFUSED' | null
  proof_method: Generated<string>
  proved_at: Date | null
  number_hash: string | null
  payee_check: Json | null
}

export type FeeAccountTable = {
  partner_id: string
  account: 'PAYMENTS' | 'PREPAID'
  deposits_total: Generated<bigint>
  consumed_total: Generated<bigint>
  version: Generated<number>
}

export type FeeDepositTable = {
  partner_id: string
  id: string
  account: 'PAYMENTS' | 'PREPAID'
  status: 'MINTING' | 'CREDITED'
  chain_id: string
  hash: string
  sender: string
  amount: bigint
  scale: number
  currency: string
  mint_hash: Generated<string>
  mint_address: Generated<string>
  answered_at: Date | null
  busy_until: Date | null
  created_at: Date
  credited_at: Date | null
}

export type FeeEntryTable = {
  partner_id: string
  id: string
  account: string
  type: 'DEPOSIT' | 'KYC_FEE' | 'CORRECTION' | 'REFUND' | 'REFUND_RETURNED' | 'PARTNER_FEES'
  amount: bigint
  balance_after: bigint
  description: string
  transaction_hash: Generated<string>
  entity_id: string | null
  position: number
  created_at: Date
  currency: string | null
  scale: number | null
}

export type FilePreviewTable = {
  partner_id: string
  sha256: Bytes
  page: number
  preview_sha256: Bytes
  width: number
  height: number
}

export type FulfilmentTable = {
  partner_id: string
  id: string
  quote_id: string
  type: 'PRINCIPAL' | 'FEE' | 'PRINCIPAL_AND_FEE'
  amount: bigint
  reference_type: 'BANK' | 'CHAIN'
  reference_hash: string
  reference_id: string
  reference_at: Date
  account_number: Generated<string>
  account_name: Generated<string>
  total_after: bigint
  created_at: Date
}

export type FundingAccountTable = {
  partner_id: string
  id: string
  entity_id: string
  jurisdiction_id: string
  status: 'PROVISIONING' | 'ACTIVE' | 'INACTIVE' | 'CLOSED' | 'FAILED'
  status_reason: string
  deposit_info: Json
  return_strategy: 'STATIC_ADDRESS' | 'ORIGIN_ACCOUNT' | 'HOLD'
  return_target: string | null
  ask_again_at: Date | null
  created_at: Date
  activated_at: Date | null
  updated_at: Date
  version: number
  payers: 'CUSTOMER' | 'NAMED' | 'ANYBODY' | null
}

export type FundingDepositClaimTable = {
  jurisdiction_id: string
  deposit_key: string
  partner_id: string
  funding_account_id: string
}

export type IdempotencyKeyTable = {
  partner_id: string
  method: string
  path: string
  key: string
  fingerprint: Bytes
  status: number
  body: string | null
  created_at: Date
  expires_at: Date
  sealed_body: Bytes | null
}

export type KekBindingTable = {
  only_row: Generated<boolean>
  fingerprint: Bytes
}

export type KycCapabilityTable = {
  partner_id: string
  entity_id: string
  jurisdiction_id: string
  status: KycState
  updated_at: Date
  version: number
}

export type KycDocumentTable = {
  partner_id: string
  id: string
  entity_id: string
  submission_id: string | null
  type: string
  country: string
  sealed_number: Bytes | null
  number_masked: string
  status: 'RECEIVED' | 'VERIFIED' | 'REJECTED' | 'EXPIRED'
  reason_code: string | null
  expiry_date: string | null
  person: number | null
  uploaded_at: Date
  reminded_at: Date | null
}

export type KycDocumentFileTable = {
  partner_id: string
  document_id: string
  side: 'front' | 'back'
  sha256: Bytes
  file_name: string
}

export type KycFileTable = {
  partner_id: string
  entity_id: string
  level: 'NONE' | 'STANDARD' | 'ENHANCED'
  sealed_answers: Bytes | null
  consents: Json
  reasons: Json
  assigned_to: Generated<string>
  submitted_at: Date | null
  reviewed_at: Date | null
  expires_at: Date | null
  waiting_since: Date
  waiting_on: string | null
  version: number
}

export type KycRequestTable = {
  partner_id: string
  id: string
  entity_id: string
  status: 'OPEN' | 'ANSWERED' | 'WITHDRAWN'
  message: string
  reasons: Json
  fields: Json
  documents: Json
  created_at: Date
  due_at: Date
  answered_at: Date | null
}

export type KycSubmissionTable = {
  partner_id: string
  id: string
  entity_id: string
  jurisdiction_ids: string[]
  status: 'INCOMPLETE' | 'SUBMITTED' | 'SCREENED'
  fee_source: string
  fee_amount: bigint
  fee_scale: number
  fee_currency: string
  transaction_hash: string | null
  screening: Json | null
  created_at: Date
  fee_status: Generated<'NONE' | 'DUE' | 'PAID'>
}

export type KycTransitionTable = {
  partner_id: string
  id: string
  entity_id: string
  jurisdiction_id: string | null
  from_status: string
  to_status: string
  actor: string
  reason: string
  created_at: Date
  actor_id: Generated<string>
}

export type LedgerAccountTable = {
  partner_id: string
  id: string
  kind: string
  asset: string
  scale: number
  owner: string
  created_at: Date
  has_floor: Generated<boolean>
}

export type LedgerBalanceTable = {
  partner_id: string
  account_id: string
  debits_pending: bigint
  debits_posted: bigint
  credits_pending: bigint
  credits_posted: bigint
}

export type LedgerProposalTable = {
  id: string
  debit_kind: string
  debit_owner: string
  credit_kind: string
  credit_owner: string
  asset: string
  scale: number
  amount: bigint
  partner_id: string
  reason: string
  proposed_by: string
  proposed_at: Date
  confirmed_by: string | null
  confirmed_at: Date | null
  proposed_person: string | null
  confirmed_person: string | null
}

export type LikenessTable = {
  partner_id: string
  entity_id: string
  other_id: string
  strength: 'SURE' | 'PROBABLE' | 'WEAK'
  same: string[]
  status: 'OPEN' | 'DIFFERENT' | 'SAME'
  found_at: Date
  decided_at: Date | null
  decided_by: Generated<string>
  reason: Generated<string>
}

export type LikenessDueTable = {
  partner_id: string
  entity_id: string
}

export type LikenessKeyTable = {
  partner_id: string
  kind: 'DOCUMENT' | 'NAME_BIRTH' | 'BIRTH' | 'PHONE' | 'ADDRESS' | 'REGISTRATION' | 'NAME'
  key: Bytes
  entity_id: string
}

export type LiquidityLimitAlertTable = {
  partner_id: string
  day: string
  name: 'credit' | 'daily'
  share: number
}

export type LiquidityLineTable = {
  partner_id: string
  jurisdiction_id: string
  chain_id: string
  token: string
  currency: string
  scale: number
  deposit_address: string
  operational_address: string
  borrowed: Generated<bigint>
  transactions: Generated<number>
  usage_day: string
  used_today: Generated<bigint>
  largest_today: Generated<bigint>
  created_at: Date
}

export type LiquidityPaymentTable = {
  partner_id: string
  id: string
  source: 'BANK' | 'CHAIN'
  status: 'UNMATCHED' | 'HELD' | 'RESERVE_FEE' | 'REPAYMENT' | 'CREDITED'
  jurisdiction_id: string
  currency: string
  scale: number
  amount: bigint
  chain_id: Generated<string>
  hash: Generated<string>
  token: Generated<string>
  payer: Generated<string>
  bank_entry: string | null
  bank_reference: Generated<string>
  subject_id: string | null
  received_at: Date
  updated_at: Date
  version: number
}

export type LiquidityTransactionTable = {
  partner_id: string
  id: string
  transaction_id: string
  fingerprint: Bytes
  status: 'INITIATED' | 'BROADCAST' | 'DISBURSED' | 'PARTIALLY_REPLENISHED' | 'REPLENISHED' | 'OVERDUE' | 'REJECTED' | 'FAILED' | 'WRITTEN_OFF'
  jurisdiction_id: string
  chain_id: string
  token: string
  currency: string
  scale: number
  amount: bigint
  recipient: string
  frame_id: string | null
  scheduled_for: Date | null
  ordered_at: Date | null
  due_at: Date
  overdue_from: Date
  originator: Json
  beneficiary: Json
  metadata: Json
  rates: Json
  hash: Generated<string>
  disbursed_at: Date | null
  repaid: Generated<bigint>
  fee_paid: Generated<bigint>
  written_off: Generated<bigint>
  hours_counted: Generated<number>
  principal_hours: Generated<bigint>
  failure_code: Generated<string>
  failed_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
}

export type ListExportTable = {
  partner_id: string
  id: string
  status: 'PENDING' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED' | 'EXPIRED'
  format: 'csv' | 'jsonl' | 'proof'
  filters: Json
  columns: string[]
  attempts: Generated<number>
  rows: Generated<number>
  bytes: Generated<number>
  sha256: Bytes | null
  file: string | null
  created_at: Date
  finished_at: Date | null
  version: number
  list: Generated<string>
  picked: string[] | null
  zone: Generated<string>
  total: number | null
  asked_by_type: Generated<'partner_user' | 'api_key' | 'service' | 'provider' | 'scheduler'>
  asked_by: Generated<string>
  scopes: Generated<string[]>
  is_console: Generated<boolean>
}

export type MemberTable = {
  partner_id: string
  id: string
  name: string
  role: 'owner' | 'admin' | 'treasury' | 'operations' | 'compliance' | 'developer' | 'viewer' | `role_${string}`
  user_handle: Bytes
  created_at: Date
  removed_at: Date | null
  email: Generated<string>
  version: Generated<number>
  custom_role: GeneratedAlways<string | null>
}

export type MemberPasskeyTable = {
  partner_id: string
  member_id: string
  credential_id: string
  public_key: Bytes
  sign_count: number
  transports: string[]
  aaguid: string
  backup_eligible: boolean
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
  id: Generated<string>
  name: Generated<string>
}

export type NamedPayerTable = {
  partner_id: string
  id: string
  funding_account_id: string
  name: string
  account: Generated<string>
  status: 'ALLOWED' | 'STOPPED'
  created_at: Date
}

export type NotificationTable = {
  partner_id: string
  cause: string
  place: GeneratedAlways<number>
  kind: string
  scope: string
  selectors: string[] | null
  except_selector: Generated<string>
  burst: string
  subject_kind: Generated<string>
  subject_id: Generated<string>
  facts: Json
  happened_at: Date
  noted_at: Date
  burst_from: Date | null
}

export type NotificationCursorTable = {
  partner_id: string
  sequence: number
}

export type NotificationMailTable = {
  partner_id: string
  member_id: string
  kind: string
  mailed_to: number
  last: number
  due_at: Date | null
  sent_at: Date | null
  attempts: Generated<number>
}

export type NotificationReadTable = {
  partner_id: string
  member_id: string
  burst: string
  read_to: number
}

export type NotificationReaderTable = {
  partner_id: string
  member_id: string
  settings: Json
  read_to: number
}

export type OperationalWithdrawalTable = {
  partner_id: string
  id: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  chain_id: string
  token: string
  currency: string
  scale: number
  amount: bigint
  to_address: string
  funding_raw: string
  request_key: Bytes | null
  hash: Generated<string>
  created_at: Date
  updated_at: Date
  version: number
}

export type OperatorPersonTable = {
  id: string
  name: string
  secret_hash: Bytes
  added_by: string | null
  added_at: Date
  confirms_from: Date
  removed_at: Date | null
}

export type OthersPaymentTable = {
  partner_id: string
  deposit_id: string
  entity_id: string
  worth: bigint
  is_held: boolean
  paid_at: Date
}

export type PartnerTable = {
  id: string
  name: string
  environment: string
  settings: Generated<Json>
  created_at: Date
}

export type PartnerPolicyTable = {
  partner_id: string
  version: number
  rules: Json
  changed_by: Json
  created_at: Date
}

export type PayeeAskTable = {
  partner_id: string
  number_key: string
  day: string
  names: string[]
}

export type PayinChangeTable = {
  partner_id: string
  id: string
  route_id: string
  kind: 'created' | 'destination' | 'status'
  destination_version: number
  previous_account_id: string | null
  new_account_id: string
  previous_status: '' | 'active' | 'inactive'
  status: 'active' | 'inactive'
  reason: string
  actor_type: string
  actor_id: string
  at: Date
}

export type PayinDestinationTable = {
  partner_id: string
  route_id: string
  version: number
  external_account_id: string
  valid_from: Date
}

export type PayinRouteTable = {
  partner_id: string
  id: string
  funding_account_id: string
  external_account_id: string
  destination_version: number
  status: 'active' | 'inactive'
  reason: '' | 'PENDING_ACTIVATION' | 'BY_PARTNER' | 'DESTINATION_DISABLED' | 'FUNDING_DEACTIVATED' | 'COMPLIANCE_HOLD'
  created_at: Date
  updated_at: Date
  version: number
}

export type PaymentClaimTable = {
  chain_id: string
  hash: Bytes
  purpose: 'KYC_FEE' | 'PAYMENTS' | 'PREPAID' | 'RESERVE_FEE' | 'FULFILMENT'
  partner_id: string
  subject_id: string
  created_at: Date
}

export type PayoutTable = {
  partner_id: string
  id: string
  transfer_id: string
  step: string
  attempt: number
  kind: 'BANK' | 'CHAIN'
  status: 'CREATED' | 'SUBMITTED' | 'CONFIRMED' | 'FAILED' | 'RETURNED'
  jurisdiction_id: string
  currency: string
  scale: number
  amount: bigint
  account_id: string | null
  address: string | null
  reference: Generated<string>
  failure_code: string | null
  created_at: Date
  updated_at: Date
  beneficiary: Json | null
  travel_rule: Json | null
  uetr: Generated<string>
  payee_outcome: 'MATCH' | 'CLOSE_MATCH' | 'NO_MATCH' | 'NOT_POSSIBLE' | null
  payee_release: 'POLICY' | 'REVIEW' | 'ORIGIN' | 'OWN_MONEY' | 'BEFORE_CHECKS' | null
  payee_checked_at: Date | null
  payee_check: Json | null
}

export type PayoutHaltTable = {
  asset: string
  reason: string
  problems: string[]
  halted_at: Date
}

export type PersonMemberTable = {
  partner_id: string
  entity_id: string
  person_id: string
}

export type PolicyDecisionTable = {
  partner_id: string
  id: string
  operation: string
  subject_kind: string
  subject_id: string
  facts: Json
  policy_version: number
  default_terms: Json | null
  outcome: 'allow' | 'deny' | 'approvals'
  rule: string | null
  because: Json
  happened: boolean
  created_at: Date
}

export type PostingTable = {
  partner_id: string
  id: string
  group_id: string
  code: string
  debit_account: string
  credit_account: string
  asset: string
  amount: bigint
  created_at: Date
  kind: Generated<'single' | 'pending' | 'post' | 'void'>
  pending_id: string | null
  timeout_at: Date | null
}

export type PostingGroupTable = {
  partner_id: string
  id: string
  transfer_id: string
  step: string
  created_at: Date
}

export type PostingResolutionTable = {
  partner_id: string
  pending_id: string
  posting_id: string
  pending_amount: bigint
  posted_amount: bigint
}

export type PreferenceTable = {
  partner_id: string
  member_id: string
  body: Json
  updated_at: Date
}

export type ProofPaymentTable = {
  partner_id: string
  id: string
  proof_id: string
  jurisdiction_id: string
  currency: string
  scale: number
  amount: bigint
  status: 'CREATED' | 'SUBMITTED' | 'CONFIRMED' | 'RETURNED' | 'FAILED'
  uetr: string
  due_at: Date
  created_at: Date
  payee_outcome: 'MATCH' | 'CLOSE_MATCH' | 'NO_MATCH' | 'NOT_POSSIBLE' | null
  payee_release: 'POLICY' | 'OWN_MONEY' | 'BEFORE_CHECKS' | null
  payee_checked_at: Date | null
  payee_check: Json | null
}

export type RateBucketTable = {
  name: string
  tokens: number
  granted: number
  refilled_at: Date
}

export type RateFileTable = {
  source: string
  day: string
  rates: Json
  fetched_at: Date
}

export type RateShiftTable = {
  currency: string
  basis_points: number
  set_at: Date
}

export type RecordNoteTable = {
  partner_id: string
  id: string
  subject_kind: 'transfer' | 'deposit' | 'entity' | 'external_account' | 'funding_account' | 'payin_route' | 'kyc'
  subject_id: string
  body: string
  author: string
  created_at: Date
}

export type RecoveryCodeTable = {
  partner_id: string
  member_id: string
  code_hash: Bytes
  used_at: Date | null
}

export type RefundClaimTable = {
  partner_id: string
  transfer_id: string
  refund_id: string
  request_hash: Bytes
  refunded_by: string
  created_at: Date
}

export type ReplenishQuoteTable = {
  partner_id: string
  id: string
  transaction_id: string
  batch_id: string | null
  currency: string
  scale: number
  hash: string
  as_of: Date
  outstanding: bigint
  fee_accrued: bigint
  fee_due: bigint
  total: bigint
  hours: number
  principal_hours: bigint
  valid_until: Date
  superseded_at: Date | null
  replenishment_id: string | null
  is_initiated: Generated<boolean>
  fulfilled: Generated<bigint>
  last_fulfilled_at: Date | null
  monitor_until: Date | null
  bank_reference: Generated<string>
  created_at: Date
}

export type ReplenishmentTable = {
  partner_id: string
  id: string
  transaction_id: string
  quote_id: string
  source: 'OPERATIONAL_WALLET' | 'MONITORED_DEPOSIT'
  status: 'PENDING' | 'CONFIRMING' | 'PARTIAL' | 'COMPLETED' | 'FAILED' | 'EXPIRED'
  currency: string
  scale: number
  amount: bigint
  batch_id: string | null
  order_id: string | null
  request_key: Bytes | null
  received: Generated<bigint>
  fee: Generated<bigint>
  principal: Generated<bigint>
  surplus: Generated<bigint>
  hash: Generated<string>
  expires_at: Date | null
  failure_code: Generated<string>
  failed_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
}

export type RequestLogTable = {
  partner_id: string
  id: string
  key_id: string
  at: Date
  method: string
  path: string
  operation: string
  status: number
  code: string
  duration_ms: number
  address: string
  idempotency_key: string
  is_replayed: boolean
  sealed_content: Bytes
}

export type ReserveFrameTable = {
  partner_id: string
  id: string
  status: 'QUOTED' | 'PENDING_CONFIRMATION' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'CANCELLED'
  jurisdiction_id: string
  chain_id: string
  currency: string
  scale: number
  amount: bigint
  starts_at: Date
  ends_at: Date
  reference: string
  hourly_rate: string
  hours: number
  fee: bigint
  valid_until: Date
  fee_hash: Generated<string>
  fee_payer: Generated<string>
  confirm_until: Date | null
  accepted_at: Date | null
  drawn: Generated<bigint>
  scheduled: Generated<bigint>
  drawn_peak: Generated<bigint>
  published_phase: Generated<'' | 'ACTIVE' | 'EXHAUSTED' | 'ENDED'>
  reason: Generated<string>
  refund_percent: number | null
  refund_amount: bigint | null
  refund_status: Generated<'' | 'NONE' | 'PENDING' | 'PAID' | 'FAILED'>
  refund_hash: Generated<string>
  created_at: Date
  updated_at: Date
  version: number
}

export type ReviewTable = {
  partner_id: string
  id: string
  subject_kind: 'transfer' | 'deposit' | 'kyc' | 'account' | 'screening' | 'drawing' | 'reserve' | 'withdrawal'
  subject_id: string
  reason: string
  decider: 'operator' | 'partner'
  status: 'OPEN' | 'DECIDED' | 'EXPIRED'
  opened_at: Date
  due_at: Date
  decision: Generated<string>
  decision_reason: Generated<string>
  decided_at: Date | null
  decided_by_type: Generated<string>
  decided_by_id: Generated<string>
  ordered: Json | null
  version: Generated<number>
}

export type ReviewQuestionTable = {
  partner_id: string
  id: string
  review_id: string
  status: 'OPEN' | 'ANSWERED' | 'WITHDRAWN'
  text: string
  asked_at: Date
  asked_by_type: string
  asked_by_id: string
  due_at: Date
  answer: Generated<string>
  documents: Generated<Json>
  answered_at: Date | null
  answered_by_type: Generated<string>
  answered_by_id: Generated<string>
}

export type SandboxMessageTable = {
  partner_id: string
  id: string
  channel: 'EMAIL' | 'SMS'
  recipient: string
  subject: string
  body: string
  code: string | null
  otp_id: string | null
  entity_id: string | null
  created_at: Date
}

export type SavedViewTable = {
  partner_id: string
  id: string
  member_id: string
  list: string
  name: string
  body: Json
  is_shared: boolean
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export type SavedViewDefaultTable = {
  partner_id: string
  member_id: string
  list: string
  view_id: string
}

export type ScreeningTable = {
  partner_id: string
  id: string
  context_kind: 'account' | 'transfer' | 'deposit' | 'kyc' | 'drawing' | 'route' | 'quote' | 'refund' | 'payment' | 'wallet'
  context_id: string
  list: string
  list_published_at: Date
  list_version: string
  outcome: 'CLEAR' | 'HIT'
  subjects: Json
  hits: Json
  screened_at: Date
}

export type ScreeningCaseTable = {
  partner_id: string
  id: string
  context_kind: string
  context_id: string
  opened_at: Date
}

export type ScreeningClearanceTable = {
  partner_id: string
  context_kind: string
  context_id: string
  subject: string
  reference: string
  cleared_by: string
  reason: string
  cleared_at: Date
  decision: Generated<'CLEARED' | 'CONFIRMED'>
}

export type ScreeningSweepTable = {
  kind: 'account' | 'kyc' | 'payer'
  list_version: string
  after_partner: string | null
  after_id: string | null
  finished_at: Date | null
  restarts: Generated<number>
  begun: Generated<number>
}

export type SearchKeyTable = {
  partner_id: string
  key: string
  kind: string
  id: string
}

export type ServiceClockTable = {
  only_row: Generated<boolean>
  clock_offset: Generated<string>
}

export type SimulatedBankEntryTable = {
  position: number
  entry_id: string
  entry: Json
}

export type SimulatedBankPayoutTable = {
  reference: string
  bank_reference: string
  instruction: Json
  accepted_at: Date
  settles_at: Date
  code: string
  returns_at: Date | null
  return_code: string
}

export type SimulatedBankPositionTable = {
  one: Generated<boolean>
  last: number
}

export type SimulatedPayeeTable = {
  partner_id: string
  number_key: string
  name: string | null
}

export type SimulatedProviderTable = {
  partner_id: string
  address: string
  answer: 'ACCEPTED' | 'REJECTED' | 'NOT_A_PROVIDER' | 'NONE'
  name: string
  reason: string
}

export type StaffSessionTable = {
  partner_id: string
  id: string
  member_id: string
  secret_hash: Bytes
  credential_id: string
  agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  step_up_at: Date | null
  step_up_action: Bytes | null
}

export type StoppedNumberTable = {
  partner_id: string
  number_fingerprint: string
  number_hash: string | null
  stopped_at: Date
  spread_at: Date | null
  confirmed_at: Date | null
}

export type StoredFileTable = {
  partner_id: string
  sha256: Bytes
  bytes: number
  mime: string
  created_at: Date
  pages: number | null
}

export type TokenTransferTable = {
  chain_id: string
  hash: string
  log_index: number
  block_number: number
  block_hash: string
  block_time: Date
  token: string
  from_address: string
  to_address: string
  amount: bigint
}

export type TrackingLinkTable = {
  partner_id: string
  id: string
  transfer_id: string
  token_hash: Bytes
  created_by: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export type TransactionClaimTable = {
  partner_id: string
  transaction_id: string
  transfer_id: string
}

export type TransferTable = {
  partner_id: string
  id: string
  kind: 'wallet' | 'ordinary'
  transaction_id: string
  direction: string
  status: TransferStatus
  event_status: string
  from_entity_id: string
  from_account_id: string
  to_entity_id: string
  to_account_id: string
  from_party: Json
  to_party: Json
  jurisdiction_in: string
  jurisdiction_out: string
  currency_in: string
  scale_in: number
  amount_in: bigint
  currency_out: string
  scale_out: number
  amount_out: bigint
  rate: string
  partner_fees: bigint
  svc_fees: bigint
  tx_fees: bigint
  request_hash: Bytes
  valid_until: Date
  closed_by: string | null
  failure: Json | null
  activity_id: string | null
  payload: string | null
  payload_hash: string | null
  stamp_hash: Bytes | null
  chain_id: string | null
  wallet_address: string | null
  nonce: number | null
  transaction_hash: string | null
  fence: Generated<number>
  created_at: Date
  updated_at: Date
  started_at: Date | null
  completed_at: Date | null
  version: number
  value_in: GeneratedAlways<bigint | null>
  search_text: string
  rail_in: Generated<string>
  rail_out: Generated<string>
  funding_account_id: string | null
  deposit_account: Json | null
  deposit_until: Date | null
  received: Generated<bigint>
  quote: Json | null
  estimated_arrival: Date | null
  held_until: Date | null
  review: Json | null
  forced_failure: Json | null
  refund_of: string | null
  refund: Json | null
  route_id: string | null
  deposit_id: string | null
  purpose_code: Generated<string>
  source_of_funds: Generated<string>
  reference: Generated<string>
  metadata: Json | null
  maker: Json | null
  approval: Json | null
  rate_hold_until: Date | null
  quoted_rate: string | null
  worth: GeneratedAlways<bigint | null>
  fee_worth: GeneratedAlways<bigint | null>
  leaves_at: Date | null
}

export type TransferCodeTable = {
  partner_id: string
  transfer_id: string
  code_hash: Bytes
  attempts: Generated<number>
  expires_at: Date
  used_at: Date | null
}

export type TransferStepTable = {
  partner_id: string
  transfer_id: string
  ordinal: number
  name: string
  status: StepStatus
  started_at: Date | null
  completed_at: Date | null
  expected_by: Date | null
  error: Generated<string>
  attempt: Generated<number>
  reference: Generated<string>
  overdue_at: Date | null
}

export type TravelMessageTable = {
  partner_id: string
  payout_id: string
  transfer_id: string
  state: 'SELF_HOSTED' | 'WAITING' | 'ACCEPTED' | 'REJECTED' | 'NOT_A_PROVIDER' | 'UNANSWERED'
  counterparty: string
  reason: Generated<string>
  sealed_payload: Bytes | null
  token_hash: Bytes | null
  created_at: Date
  sent_at: Date | null
  due_at: Date | null
  answered_at: Date | null
  held_at: Date | null
  late_state: 'ACCEPTED' | 'REJECTED' | 'NOT_A_PROVIDER' | null
  late_at: Date | null
}

export type TreasuryCoverTable = {
  asset: string
  scale: number
  chain_id: string | null
  holder: Generated<string>
  token: Generated<string>
  jurisdiction_id: Generated<string>
  balance: bigint
  read_at: Date
  read_block: number | null
  order_cost: Generated<bigint>
  reserve: Generated<bigint>
  available: bigint
  counted_at: Date
}

export type UnlistedDayTable = {
  partner_id: string
  chain_id: string
  address: string
  kind: 'TOKEN' | 'NATIVE'
  day: string
  recorded: number
  beyond: number
}

export type UnlistedDepositTable = {
  partner_id: string
  id: string
  chain_id: string
  hash: string
  log_index: number
  kind: 'TOKEN' | 'NATIVE'
  contract: string
  amount: bigint
  sender: string
  address: string
  funding_account_id: string | null
  transfer_id: string | null
  status: 'HELD' | 'RETURNED' | 'KEPT'
  return_hash: Generated<string>
  decision_reason: Generated<string>
  decided_by: Generated<string>
  decided_at: Date | null
  block_number: number
  received_at: Date
  version: Generated<number>
}

export type UnlistedTokenTable = {
  chain_id: string
  contract: string
  symbol: string
  decimals: number | null
  asked_at: Date
}

export type WalletTable = {
  partner_id: string
  id: string
  entity_id: string
  name: string
  created_at: Date
}

export type WalletAccountTable = {
  partner_id: string
  id: string
  entity_id: string
  wallet_id: string
  external_account_id: string
  jurisdiction_id: string
  chain_id: string
  address: string
  curve: string
  path_format: string
  path: string
  address_format: string
  created_at: Date
}

export type WalletActivityTable = {
  partner_id: string
  id: string
  entity_id: string
  type: string
  request: Json
  created_at: Date
  recorded_at: Date | null
  waiting_at: Date | null
}

export type WalletQuoteClaimTable = {
  partner_id: string
  chain_id: string
  address: string
  transfer_id: string
}

export type WalletSessionTable = {
  partner_id: string
  id: string
  entity_id: string
  expires_at: Date
}

export type WalletSettingsTable = {
  partner_id: string
  export_delay_seconds: number
  changed_at: Date
}

export type WatchedAddressTable = {
  chain_id: string
  address: string
}

export type WebauthnChallengeTable = {
  id: string
  purpose: 'enrol' | 'sign_in' | 'step_up' | 'recover' | 'recover_by_link'
  challenge: Bytes
  member_id: string | null
  link_id: string | null
  session_id: string | null
  recovery_hash: Bytes | null
  action_hash: Bytes | null
  expires_at: Date
}

export type WebhookAttemptTable = {
  partner_id: string
  delivery_id: string
  number: number
  trigger: string
  at: Date
  url: string
  http_status: number | null
  duration_ms: number
  error: string
  body_excerpt: string
  response_headers: Json
  retry_after_seconds: number | null
  webhook_timestamp: number
  webhook_signature: string
  endpoint_id: string
}

export type WebhookDeliveryTable = {
  partner_id: string
  id: string
  event_id: string
  event_at: Date
  sequence: number | null
  category: string
  url: string
  status: 'PENDING' | 'IN_FLIGHT' | 'RETRYING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED' | 'CANCELLED'
  reason: Generated<string>
  trigger: Generated<'SCHEDULE' | 'MANUAL' | 'RECOVERY'>
  attempts: Generated<number>
  round: Generated<number>
  next_attempt_at: Date | null
  fence: Generated<number>
  lease_until: Date | null
  claimed_by: string | null
  recovery_id: string | null
  status_before: string | null
  created_at: Date
  delivered_at: Date | null
  endpoint_id: string
}

export type WebhookEndpointTable = {
  partner_id: string
  url: string
  description: string
  events: string[]
  retry_preset: 'standard' | 'short' | 'single'
  status: 'UNVERIFIED' | 'ACTIVE' | 'DEGRADED' | 'DISABLED' | 'PAUSED'
  status_reason: Generated<string>
  failing_since: Date | null
  straight_failures: Generated<number>
  held_until: Date | null
  skipped_from: number | null
  version: number
  created_at: Date
  updated_at: Date
  id: string
  is_primary: boolean
  deleted_at: Date | null
}

export type WebhookRecoveryTable = {
  partner_id: string
  id: string
  since: Date
  until: Date
  filter: string
  rate_per_second: number
  scheduled: number
  delivered: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  cancelled_at: Date | null
  created_at: Date
  endpoint_id: string
}

export type WebhookSecretTable = {
  partner_id: string
  id: string
  sealed: Bytes
  hint: string
  created_at: Date
  valid_until: Date | null
  endpoint_id: string
}

export type DB = {
  account_link: AccountLinkTable
  account_proof: AccountProofTable
  allowed_transition: AllowedTransitionTable
  api_key: ApiKeyTable
  approval_question: ApprovalQuestionTable
  approval_request: ApprovalRequestTable
  approval_vote: ApprovalVoteTable
  audit: AuditTable
  audit_checkpoint: AuditCheckpointTable
  audit_head: AuditHeadTable
  audit_seal: AuditSealTable
  bank_aside: BankAsideTable
  bank_break: BankBreakTable
  bank_check: BankCheckTable
  bank_closed_day: BankClosedDayTable
  bank_cursor: BankCursorTable
  bank_entry: BankEntryTable
  bank_evidence: BankEvidenceTable
  bank_file_balance: BankFileBalanceTable
  bank_file_in: BankFileInTable
  bank_file_out: BankFileOutTable
  bank_file_payment: BankFilePaymentTable
  bank_file_piece: BankFilePieceTable
  bank_file_position: BankFilePositionTable
  bank_file_status: BankFileStatusTable
  bank_payment: BankPaymentTable
  bank_profile: BankProfileTable
  chain: ChainTable
  chain_cursor: ChainCursorTable
  chain_order: ChainOrderTable
  chain_orphan: ChainOrphanTable
  chain_sender: ChainSenderTable
  chain_transaction: ChainTransactionTable
  claimed_wallet_use: ClaimedWalletUseTable
  custody_check: CustodyCheckTable
  custody_opening: CustodyOpeningTable
  custom_role: CustomRoleTable
  customer_usage: CustomerUsageTable
  daily_limit_alert: DailyLimitAlertTable
  daily_usage: DailyUsageTable
  deposit: DepositTable
  deposit_target: DepositTargetTable
  draft: DraftTable
  enrolment_link: EnrolmentLinkTable
  entity: EntityTable
  event: EventTable
  event_number: EventNumberTable
  event_publication: EventPublicationTable
  event_sequence: EventSequenceTable
  external_account: ExternalAccountTable
  fee_account: FeeAccountTable
  fee_deposit: FeeDepositTable
  fee_entry: FeeEntryTable
  file_preview: FilePreviewTable
  fulfilment: FulfilmentTable
  funding_account: FundingAccountTable
  funding_deposit_claim: FundingDepositClaimTable
  idempotency_key: IdempotencyKeyTable
  kek_binding: KekBindingTable
  kyc_capability: KycCapabilityTable
  kyc_document: KycDocumentTable
  kyc_document_file: KycDocumentFileTable
  kyc_file: KycFileTable
  kyc_request: KycRequestTable
  kyc_submission: KycSubmissionTable
  kyc_transition: KycTransitionTable
  ledger_account: LedgerAccountTable
  ledger_balance: LedgerBalanceTable
  ledger_proposal: LedgerProposalTable
  likeness: LikenessTable
  likeness_due: LikenessDueTable
  likeness_key: LikenessKeyTable
  liquidity_limit_alert: LiquidityLimitAlertTable
  liquidity_line: LiquidityLineTable
  liquidity_payment: LiquidityPaymentTable
  liquidity_transaction: LiquidityTransactionTable
  list_export: ListExportTable
  member: MemberTable
  member_passkey: MemberPasskeyTable
  named_payer: NamedPayerTable
  notification: NotificationTable
  notification_cursor: NotificationCursorTable
  notification_mail: NotificationMailTable
  notification_read: NotificationReadTable
  notification_reader: NotificationReaderTable
  operational_withdrawal: OperationalWithdrawalTable
  operator_person: OperatorPersonTable
  others_payment: OthersPaymentTable
  partner: PartnerTable
  partner_policy: PartnerPolicyTable
  payee_ask: PayeeAskTable
  payin_change: PayinChangeTable
  payin_destination: PayinDestinationTable
  payin_route: PayinRouteTable
  payment_claim: PaymentClaimTable
  payout: PayoutTable
  payout_halt: PayoutHaltTable
  person_member: PersonMemberTable
  policy_decision: PolicyDecisionTable
  posting: PostingTable
  posting_group: PostingGroupTable
  posting_resolution: PostingResolutionTable
  preference: PreferenceTable
  proof_payment: ProofPaymentTable
  rate_bucket: RateBucketTable
  rate_file: RateFileTable
  rate_shift: RateShiftTable
  record_note: RecordNoteTable
  recovery_code: RecoveryCodeTable
  refund_claim: RefundClaimTable
  replenish_quote: ReplenishQuoteTable
  replenishment: ReplenishmentTable
  request_log: RequestLogTable
  reserve_frame: ReserveFrameTable
  review: ReviewTable
  review_question: ReviewQuestionTable
  sandbox_message: SandboxMessageTable
  saved_view: SavedViewTable
  saved_view_default: SavedViewDefaultTable
  screening: ScreeningTable
  screening_case: ScreeningCaseTable
  screening_clearance: ScreeningClearanceTable
  screening_sweep: ScreeningSweepTable
  search_key: SearchKeyTable
  service_clock: ServiceClockTable
  simulated_bank_entry: SimulatedBankEntryTable
  simulated_bank_payout: SimulatedBankPayoutTable
  simulated_bank_position: SimulatedBankPositionTable
  simulated_payee: SimulatedPayeeTable
  simulated_provider: SimulatedProviderTable
  staff_session: StaffSessionTable
  stopped_number: StoppedNumberTable
  stored_file: StoredFileTable
  token_transfer: TokenTransferTable
  tracking_link: TrackingLinkTable
  transaction_claim: TransactionClaimTable
  transfer: TransferTable
  transfer_code: TransferCodeTable
  transfer_step: TransferStepTable
  travel_message: TravelMessageTable
  treasury_cover: TreasuryCoverTable
  unlisted_day: UnlistedDayTable
  unlisted_deposit: UnlistedDepositTable
  unlisted_token: UnlistedTokenTable
  wallet: WalletTable
  wallet_account: WalletAccountTable
  wallet_activity: WalletActivityTable
  wallet_quote_claim: WalletQuoteClaimTable
  wallet_session: WalletSessionTable
  wallet_settings: WalletSettingsTable
  watched_address: WatchedAddressTable
  webauthn_challenge: WebauthnChallengeTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
  webhook_endpoint: WebhookEndpointTable
  webhook_recovery: WebhookRecoveryTable
  webhook_secret: WebhookSecretTable
}
