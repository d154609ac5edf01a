import type { Config } from '../../config/config.ts'

/**
 * What the service receives where it is a process without root's rights, as the first line of its
 * input: it reads no settings, key or password itself.
 */
export type Handover = {
  config: Config
  /** The key-encryption key, as hex. */
  kek: string
  /** Connection strings of the service's two roles. */
  urls: { app: string; worker: string }
  signer: { path: string; secret: string }
}

/** Names the process that is given one. */
export const serviceFlag = '--service'
