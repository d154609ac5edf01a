/** Every error code of the API with its one HTTP status and its message; operations.md 10. */
const codesByStatus = {
  400: {
    BODY_INVALID_JSON: 'The body is no valid JSON.',
    FIELD_REQUIRED: 'Some fields are missing.',
    FIELD_INVALID: 'Some fields are not valid.',
    AMOUNT_CHOICE: 'Give exactly one of exactAmountIn and exactAmountOut.',
    AMOUNT_PRECISION: 'The amount has more digits than the currency.',
    AMOUNT_BELOW_MIN: 'The amount is too small for this corridor.',
    AMOUNT_ABOVE_MAX: 'The amount is above the limit of this corridor.',
    QUOTE_EXPIRED: 'The quote has expired.',
    QUOTE_SUPERSEDED: 'A newer quote replaced this one.',
    QUOTE_REQUIRED: 'Ask for a replenish quote first.',
    SIGNATURE_INVALID: 'The signature does not match the prepared payload.',
    SIGNATURE_TYPE_INVALID: 'signatureType must be WebAuthn or ApiKey and fit the stamp.',
    PUBLIC_KEY_INVALID: 'The public key is no usable P-256 key.',
    ACCOUNT_TYPE_NOT_ALLOWED: 'This kind of account cannot be used here.',
    ACTIVITY_EXPIRED: 'This activity has ended. Prepare it again.',
    WEBHOOK_URL_INVALID: 'This address cannot be a webhook.',
    IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key is not valid.',
    CROSS_JURISDICTION_NOT_DIRECT:
      'Both accounts must use the same token on the same chain. Another pair needs a swap or a bridge.',
    FUNDING_ACCOUNT_ALREADY_ROUTED: 'An active route forwards from this funding account already.',
    TRANSACTION_HASH_INVALID: 'This is no transaction hash.',
    TRANSACTION_HASH_REUSED: 'This payment was used already.',
    OVER_FULFILLMENT: 'The amount is above what is left of the quote.',
    REPLENISH_AMOUNT_LOW: 'The amount is below the quote.',
    CURSOR_INVALID: 'This cursor belongs to another list or filter.',
    ACKNOWLEDGEMENT_REQUIRED: 'The acknowledgement of the quote must be given back.',
    PAYEE_CHECK_INVALID: 'This token is not of a check of this payee.',
    PAYEE_CHECK_EXPIRED: 'This check of the payee is too old. Check again.',
    PASSKEY_IS_SECONDARY: 'A passkey is added after a primary method, by register-passkey.',
  },
  401: {
    API_KEY_MISSING: 'This needs an API key.',
    API_KEY_INVALID: 'The API key is not valid.',
    API_KEY_REVOKED: 'The API key was revoked.',
    API_KEY_EXPIRED: 'The API key has expired.',
    AUTH_AMBIGUOUS: 'Two ways to authenticate were used at once.',
    SESSION_EXPIRED: 'The session has ended. Start a new one and sign again.',
    OTP_INVALID: 'The code is wrong or used.',
    OTP_EXPIRED: 'The code has expired. Ask for a new one.',
    OIDC_TOKEN_INVALID: 'The identity token is not accepted.',
    OIDC_NONCE_MISMATCH: 'The identity token belongs to another key.',
  },
  403: {
    SCOPE_MISSING: 'The key does not have the scope that this takes.',
    IP_NOT_ALLOWED: 'The key may not be used from this address.',
    PRIMARY_AUTH_REQUIRED: 'This needs the stamp of a primary method of the entity.',
    MAKER_CANNOT_APPROVE: 'Somebody else has to decide about this.',
  },
  404: {
    PATH_NOT_FOUND: 'There is no such path.',
    ENTITY_NOT_FOUND: 'No entity has this id.',
    ACCOUNT_NOT_FOUND: 'No account has this id.',
    FUNDING_ACCOUNT_NOT_FOUND: 'No funding account has this id.',
    TRANSFER_NOT_FOUND: 'No transfer has this id.',
    ROUTE_NOT_FOUND: 'No pay-in route has this id.',
    RESERVE_NOT_FOUND: 'No reserve frame has this id.',
    LIQUIDITY_TXN_NOT_FOUND: 'No liquidity transaction has this id.',
    QUOTE_NOT_FOUND: 'No replenish quote has this id.',
    PARTNER_NOT_FOUND: 'No partner has this id.',
    WALLET_NOT_FOUND: 'This entity has no wallet with this id.',
    ACTIVITY_NOT_FOUND: 'This entity has no such activity.',
    RECORD_NOT_FOUND: 'No record has this id.',
  },
  405: { METHOD_NOT_ALLOWED: 'The path does not take this method.' },
  409: {
    ENTITY_EMAIL_EXISTS: 'Another entity has this e-mail address.',
    TRANSACTION_ID_USED: 'This transaction id is already used.',
    EXECUTION_ALREADY_EXECUTED: 'This quote is already executed.',
    ACTIVITY_ALREADY_SUBMITTED: 'This activity was submitted with another signature.',
    IDEMPOTENCY_IN_PROGRESS: 'The first request with this key is still under way.',
    VERSION_CONFLICT: 'The record was changed since you read it.',
    ACCOUNT_IN_USE: 'The account is still in use.',
    LAST_PRIMARY_AUTH: 'The last primary method cannot be revoked.',
  },
  410: { DOWNLOAD_EXPIRED: 'The download has expired.' },
  413: { BODY_TOO_LARGE: 'The body is too large.' },
  415: { CONTENT_TYPE_UNSUPPORTED: 'The body has a content type that is not taken here.' },
  422: {
    IDEMPOTENCY_MISMATCH: 'The key was used for another request.',
    KYC_REQUIRED: 'The customer must be verified first.',
    CAPABILITY_MISSING: 'The customer is not verified for this place.',
    CORRIDOR_UNAVAILABLE: 'This transfer is not possible now.',
    LIMIT_DAILY: 'The amount is above what is left of today’s limit.',
    LIMIT_TXN: 'The amount is above the limit of one transfer.',
    CREDIT_LIMIT_EXCEEDED: 'The credit limit does not allow this.',
    INSUFFICIENT_BALANCE: 'The wallet holds too little.',
    ILLEGAL_TRANSITION: 'The record is in a state that does not allow this.',
    ROUTE_LOCKED: 'The route stays inactive as long as its cause lasts.',
    RESERVE_NOT_QUOTED: 'This reserve frame cannot be accepted any more.',
    RESERVE_EXPIRED: 'This reserve frame has expired.',
    FEE_TXN_MISMATCH: 'This transaction does not pay the fee.',
    TRANSFER_NOT_CANCELLABLE: 'This transfer cannot be cancelled any more.',
    POLICY_BLOCKED: 'Compliance or a policy does not allow this.',
    APPROVAL_REQUIRED: 'This needs an approval first.',
    ENTITY_FIELD_LOCKED: 'Some fields were verified and are locked.',
  },
  429: { RATE_LIMITED: 'There were too many calls. Wait before the next.' },
  500: { INTERNAL: 'Something went wrong on our side.' },
  503: {
    PROVIDER_UNAVAILABLE: 'A service that this needs cannot be reached now. Try again.',
    SERVICE_UNAVAILABLE: 'The service cannot answer now. Try again.',
  },
} as const

export type FailureStatus = keyof typeof codesByStatus
type Messages = typeof codesByStatus
export type FailureCode = { [S in FailureStatus]: keyof Messages[S] }[FailureStatus]

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
  PAYEE_CHECK_EXPIRED: 'expired',
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

export type FailureFacts = {
  status: FailureStatus
  type: FailureType
  retryable: boolean
  /** What an answer says where its operation has no wording of its own. */
  message: string
}

const statuses = Object.keys(codesByStatus).map(Number) as FailureStatus[]

/** Status, kind, retryability and message of each code. */
export const failureFacts = Object.fromEntries(
  statuses.flatMap((status) =>
    (Object.entries(codesByStatus[status]) as [FailureCode, string][]).map(([code, message]) => [
      code,
      {
        status,
        type: typeByCode[code] ?? typeByStatus[status],
        retryable: retryable.has(code),
        message,
      },
    ]),
  ),
) as Record<FailureCode, FailureFacts>

/** Every code, in the order of the catalogue. */
export const failureCodes = Object.keys(failureFacts) as FailureCode[]
