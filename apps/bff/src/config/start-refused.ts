/** A start that cannot go on for a reason the operator can mend. The message is the whole story. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
