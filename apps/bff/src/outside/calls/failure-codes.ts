const tlsReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_SIGNATURE_FAILURE: 'the signature of the certificate is wrong',
  CERT_REVOKED: 'the certificate is revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate comes from an unknown authority, or its chain is incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate comes from an unknown authority, or its chain is incomplete',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'the server offers no protocol from TLS 1.2 on',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the server offers no protocol from TLS 1.2 on',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the port does not speak TLS',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'the server offers no cipher that is safe',
}

/** A system's or library's own code for what went wrong. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'closed'
}

export function describeTlsFailure(error: unknown): string {
  const code = codeOf(error)
  return `There is no secure connection: ${tlsReasons[code] ?? `the handshake failed (${code})`}.`
}
