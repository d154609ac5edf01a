import type { Signer } from '../calls/create-signer.ts'
import type { WireError } from './errors.ts'

/** A connection’s first message: who does not know the secret is not answered. */
export type Hello = { secret: string }
export type Request = { id: number; method: string; args: unknown[] }
export type Answer = { id: number; value?: unknown } | { id: number; error: WireError }

/**
 * Every call that crosses the socket. The compiler keeps it complete: one that is missing, is none
 * of the signer's or gives no promise does not compile.
 */
export const methods: {
  [Name in keyof Signer]: ReturnType<Signer[Name]> extends Promise<unknown> ? true : never
} = {
  registerCredential: true,
  revokeSession: true,
  listCredentials: true,
  issueCode: true,
  verifyCode: true,
  openSession: true,
  listIssuers: true,
  allowIssuer: true,
  removeIssuer: true,
  prepare: true,
  execute: true,
  supersede: true,
  acknowledge: true,
  waiting: true,
  unacknowledged: true,
  listWallets: true,
  summariseWallets: true,
  exportPublicKey: true,
  readPolicy: true,
  replayPolicy: true,
  depositAddress: true,
  signSweep: true,
  signReplenishment: true,
  signOperationalWithdrawal: true,
  verifyAudit: true,
}

export type Method = keyof Signer

export const isMethod = (name: unknown): name is Method =>
  typeof name === 'string' && Object.hasOwn(methods, name)
