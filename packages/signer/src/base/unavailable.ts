/**
 * The signer cannot answer now: its process is gone or too busy. A call that was under way may have
 * been done; the same call again gives its result.
 */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable'
  readonly code = 'SIGNER_UNAVAILABLE'
}
