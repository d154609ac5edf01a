import type { SignerFacts } from './facts.ts'

/** What the signer's process receives, as the first line of its input. */
export type SignerOrder = {
  facts: SignerFacts
  /** Of chains on this machine, which it never calls. */
  chainAddresses: string[]
  /** Of the role corridor_signer, without its password. */
  databaseUrl: string
  /** Files of its own user. */
  passwordFile: string
  keyFile: string
  /** Of its socket. */
  path: string
  /** What a caller has to know. */
  secret: string
  logLevel: string
}

/** Its first line of output. */
export type SignerReport = { ready: true } | { ready: false; known: boolean; text: string }
