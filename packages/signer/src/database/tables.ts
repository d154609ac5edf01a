import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { Json } from '../base/json.ts'
import type { TransferBounds } from '../base/transfer-bounds.ts'

type Fixed<T> = ColumnType<T, T, never>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export type CredentialKind = 'API_KEY' | 'EMAIL' | 'SMS' | 'OAUTH' | 'SESSION' | 'PASSKEY'
export type CredentialStatus = 'PENDING_VERIFICATION' | 'ACTIVE' | 'REVOKED' | 'EXPIRED' | 'DELETED'
export type Tier = 'PRIMARY' | 'SECONDARY'
export type Channel = 'EMAIL' | 'SMS'
export type ActivityState =
  | 'PREPARED'
  | 'EXECUTING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
  | 'SUPERSEDED'
export type Curve = 'CURVE_SECP256K1' | 'CURVE_ED25519'
export type AddressFormat = 'ADDRESS_FORMAT_ETHEREUM' | 'ADDRESS_FORMAT_SOLANA'

export type Tables = {
  'signer.entity_key': {
    entity_id: Fixed<string>
    partner_id: Fixed<string>
    version: number
    root_version: number
    wrapped_key: Uint8Array
    rotation: Generated<number>
    created_at: Fixed<Date>
  }
  'signer.root_secret': {
    name: Fixed<'mac'>
    root_version: number
    wrapped: Optional<Uint8Array>
  }
  'signer.key_rotation': {
    rotation_id: Fixed<number>
    layers: Fixed<string[]>
    root_version: Optional<number>
    started_at: Fixed<Date>
    finished_at: Optional<Date>
  }
  'signer.credential_head': {
    entity_id: Fixed<string>
    sequence: number
    live_hash: Uint8Array
    mac: Uint8Array
    void_before: Optional<Date>
  }
  'signer.credential': {
    credential_id: Fixed<string>
    entity_id: Fixed<string>
    partner_id: Fixed<string>
    kind: Fixed<CredentialKind>
    tier: Fixed<Tier>
    status: CredentialStatus
    name: Optional<string>
    parent_id: Optional<string>
    public_key: Optional<Uint8Array>
    contact: Optional<string>
    issuer: Optional<string>
    audience: Optional<string>
    subject: Optional<string>
    webauthn_id: Optional<string>
    aaguid: Optional<string>
    transports: Optional<string[]>
    backup_eligible: Optional<boolean>
    authorised_by: Optional<string>
    created_at: Fixed<Date>
    expires_at: Optional<Date>
    sequence: number
    mac: Uint8Array
    /** PostgreSQL's bigint: text when read. */
    sign_count: ColumnType<string | null, number | null | undefined, number>
    backed_up: Optional<boolean>
    last_used_at: Optional<Date>
  }
  'signer.wallet': {
    wallet_id: Fixed<string>
    entity_id: Fixed<string>
    name: string
    version: number
    wrapped_data_key: Uint8Array
    sealed_entropy: Uint8Array
    rotation: Generated<number>
    created_at: Fixed<Date>
  }
  'signer.wallet_account': {
    account_id: Fixed<string>
    wallet_id: Fixed<string>
    entity_id: Fixed<string>
    curve: Fixed<Curve>
    path_format: Fixed<'PATH_FORMAT_BIP32'>
    path: Fixed<string>
    address_format: Fixed<AddressFormat>
    address: Fixed<string>
    created_at: Fixed<Date>
  }
  'signer.activity': {
    activity_id: Fixed<string>
    entity_id: Fixed<string>
    partner_id: Fixed<string>
    type: Fixed<string>
    payload: Fixed<string>
    fingerprint: Fixed<string>
    bounds: JSONColumnType<TransferBounds, string | null, never> | null
    state: ActivityState
    attempts: Generated<number>
    created_at: Fixed<Date>
    expires_at: Fixed<Date>
    mac: Fixed<Uint8Array>
    stamp: Optional<string>
    credential_id: Optional<string>
    result: ColumnType<Json | null, string | null | undefined, string>
    completed_at: Optional<Date>
    acknowledged_at: Optional<Date>
    progress: Optional<string>
    progress_mac: Optional<Uint8Array>
  }
  'signer.wallet_policy': {
    wallet_id: Fixed<string>
    entity_id: Fixed<string>
    version: number
    rules: string
    activity_id: string
    changed_at: Date
    last_transfer: number
    mac: Uint8Array
  }
  'signer.signed_transfer': {
    wallet_id: Fixed<string>
    sequence: Fixed<number>
    entity_id: Fixed<string>
    activity_id: Fixed<string>
    credential_id: Fixed<string>
    root_id: Fixed<string>
    method: Fixed<string>
    chain_id: Fixed<number>
    token: Fixed<string>
    recipient: Fixed<string>
    /** Base units as decimal text. */
    amount: Fixed<string>
    signed_at: Fixed<Date>
    mac: Fixed<Uint8Array>
  }
  'signer.otp_code': {
    otp_id: Fixed<string>
    entity_id: Fixed<string>
    partner_id: Fixed<string>
    channel: Fixed<Channel>
    contact: Fixed<string>
    credential_id: Fixed<string | null>
    code_mac: Fixed<Uint8Array>
    state: 'SENT' | 'VERIFIED' | 'LOCKED' | 'SUPERSEDED'
    attempts: Generated<number>
    created_at: Fixed<Date>
    expires_at: Fixed<Date>
  }
  'signer.otp_failure': {
    failure_id: Generated<string>
    entity_id: string
    channel: Channel
    failed_at: Date
  }
  'signer.otp_state': { name: Fixed<string>; sequence: number; state: string; mac: Uint8Array }
  'signer.used_target_key': { public_key: string; entity_id: string; used_at: Date }
  'signer.used_oidc_token': { token_hash: Uint8Array; expires_at: Date }
  'signer.oidc_issuer_list': {
    partner_id: Fixed<string>
    sequence: number
    issuers: string
    mac: Uint8Array
  }
  'signer.audit_line': {
    entity_id: string
    sequence: number
    at: Date
    action: string
    outcome: string
    activity_id: string | null
    fingerprint: string | null
    credential_id: string | null
    previous_hash: Uint8Array
    hash: Uint8Array
  }
  'signer.audit_head': {
    entity_id: string
    sequence: number
    hash: Uint8Array
    mac: Uint8Array
    otp_email: Generated<number>
    otp_sms: Generated<number>
  }
}

export type Credential = Selectable<Tables['signer.credential']>
export type Activity = Selectable<Tables['signer.activity']>
export type AuditLine = Selectable<Tables['signer.audit_line']>
export type WalletPolicy = Selectable<Tables['signer.wallet_policy']>
export type SignedTransfer = Selectable<Tables['signer.signed_transfer']>
