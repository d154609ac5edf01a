/** A record or head was written by someone without the signer's key. Nothing of it may be used. */
export class CredentialsTampered extends Error {
  readonly entityId: string
  readonly part: string

  constructor(entityId: string, part: string) {
    super(`The ${part} of ${entityId} fails its check.`)
    this.name = 'CredentialsTampered'
    this.entityId = entityId
    this.part = part
  }
}
