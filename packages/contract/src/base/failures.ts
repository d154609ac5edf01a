/** Every error code of the API with its one HTTP status; operations.md 10. */
const codesByStatus = {
  400: [
    'BODY_INVALID_JSON',
    'FIELD_REQUIRED',
    'FIELD_INVALID',
    'AMOUNT_CHOICE',
    'AMOUNT_PRECISION',
    'AMOUNT_BELOW_MIN',
    'AMOUNT_ABOVE_MAX',
    'QUOTE_EXPIRED',
    'QUOTE_SUPERSEDED',
    'QUOTE_REQUIRED',
    'SIGNATURE_INVALID',
    'SIGNATURE_TYPE_INVALID',
    'PUBLIC_KEY_INVALID',
    'ACCOUNT_TYPE_NOT_ALLOWED',
    'ACTIVITY_EXPIRED',
    'WEBHOOK_URL_INVALID',
    'IDEMPOTENCY_KEY_INVALID',
    'CROSS_JURISDICTION_NOT_DIRECT',
    'FUNDING_ACCOUNT_ALREADY_ROUTED',
    'TRANSACTION_HASH_INVALID',
    'TRANSACTION_HASH_REUSED',
    'OVER_FULFILLMENT',
    'REPLENISH_AMOUNT_LOW',
    'CURSOR_INVALID',
    'ACKNOWLEDGEMENT_REQUIRED',
    'PASSKEY_IS_SECONDARY',
  ],
  401: [
    'API_KEY_MISSING',
    'API_KEY_INVALID',
    'API_KEY_REVOKED',
    'API_KEY_EXPIRED',
    'AUTH_AMBIGUOUS',
    'SESSION_EXPIRED',
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OIDC_TOKEN_INVALID',
    'OIDC_NONCE_MISMATCH',
  ],
  403: ['SCOPE_MISSING', 'IP_NOT_ALLOWED', 'PRIMARY_AUTH_REQUIRED', 'MAKER_CANNOT_APPROVE'],
  404: [
    'PATH_NOT_FOUND',
    'ENTITY_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'FUNDING_ACCOUNT_NOT_FOUND',
    'TRANSFER_NOT_FOUND',
    'ROUTE_NOT_FOUND',
    'RESERVE_NOT_FOUND',
    'LIQUIDITY_TXN_NOT_FOUND',
    'QUOTE_NOT_FOUND',
    'PARTNER_NOT_FOUND',
    'WALLET_NOT_FOUND',
    'ACTIVITY_NOT_FOUND',
    'RECORD_NOT_FOUND',
  ],
  405: ['METHOD_NOT_ALLOWED'],
  409: [
    'ENTITY_EMAIL_EXISTS',
    'TRANSACTION_ID_USED',
    'EXECUTION_ALREADY_EXECUTED',
    'ACTIVITY_ALREADY_SUBMITTED',
    'IDEMPOTENCY_IN_PROGRESS',
    'VERSION_CONFLICT',
    'ACCOUNT_IN_USE',
    'LAST_PRIMARY_AUTH',
  ],
  410: ['DOWNLOAD_EXPIRED'],
  413: ['BODY_TOO_LARGE'],
  415: ['CONTENT_TYPE_UNSUPPORTED'],
  422: [
    'IDEMPOTENCY_MISMATCH',
    'KYC_REQUIRED',
    'CAPABILITY_MISSING',
    'CORRIDOR_UNAVAILABLE',
    'LIMIT_DAILY',
    'LIMIT_TXN',
    'CREDIT_LIMIT_EXCEEDED',
    'INSUFFICIENT_BALANCE',
    'ILLEGAL_TRANSITION',
    'ROUTE_LOCKED',
    'RESERVE_NOT_QUOTED',
    'RESERVE_EXPIRED',
    'FEE_TXN_MISMATCH',
    'TRANSFER_NOT_CANCELLABLE',
    'POLICY_BLOCKED',
    'APPROVAL_REQUIRED',
    'ENTITY_FIELD_LOCKED',
  ],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL'],
  503: ['PROVIDER_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
} as const

export type FailureStatus = keyof typeof codesByStatus
export type FailureCode = (typeof codesByStatus)[FailureStatus][number]

/** What kind of thing went wrong; the second part of the error body. */
export const failureTypes = [
  'validation',
  'authentication',
  'permission',
  'not_found',
  'conflict',
  'limit',
  'state',
  'expired',
  'compliance',
  'provider',
  'internal',
] as const
export type FailureType = (typeof failureTypes)[number]

const typeByStatus: Record<FailureStatus, FailureType> = {
  400: 'validation',
  401: 'authentication',
  403: 'permission',
  404: 'not_found',
  405: 'validation',
  409: 'conflict',
  410: 'expired',
  413: 'validation',
  415: 'validation',
  422: 'state',
  429: 'limit',
  500: 'internal',
  503: 'provider',
}

/** Codes whose kind differs from what their status suggests. */
const typeByCode: Partial<Record<FailureCode, FailureType>> = {
  QUOTE_EXPIRED: 'expired',
  QUOTE_SUPERSEDED: 'expired',
  ACTIVITY_EXPIRED: 'expired',
  IDEMPOTENCY_MISMATCH: 'conflict',
  KYC_REQUIRED: 'compliance',
  CAPABILITY_MISSING: 'compliance',
  POLICY_BLOCKED: 'compliance',
  LIMIT_DAILY: 'limit',
  LIMIT_TXN: 'limit',
  CREDIT_LIMIT_EXCEEDED: 'limit',
  INSUFFICIENT_BALANCE: 'limit',
  SERVICE_UNAVAILABLE: 'internal',
}

const retryable: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'IDEMPOTENCY_IN_PROGRESS',
  'RATE_LIMITED',
  'INTERNAL',
  'PROVIDER_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
])

export type FailureFacts = { status: FailureStatus; type: FailureType; retryable: boolean }

const statuses = Object.keys(codesByStatus).map(Number) as FailureStatus[]

/** Status, kind and retryability of each code. */
export const failureFacts = Object.fromEntries(
  statuses.flatMap((status) =>
    codesByStatus[status].map((code: FailureCode) => [
      code,
      { status, type: typeByCode[code] ?? typeByStatus[status], retryable: retryable.has(code) },
    ]),
  ),
) as Record<FailureCode, FailureFacts>

/** Every code, in the order of the catalogue. */
export const failureCodes = Object.keys(failureFacts) as FailureCode[]
