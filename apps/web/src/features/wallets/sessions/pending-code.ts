import type { AnswerOf, wallets } from '../../../api/call.ts'
import { serviceNow } from '../../../api/clock.ts'
import { createListeners } from '../../../api/listeners.ts'

/** A code that is on its way to the entity. The code itself is never known here. */
export type PendingCode = Omit<AnswerOf<typeof wallets.initiateOtp>['data'], 'destinationMasked'>

const prefix = 'corridor.code.'
const changes = createListeners()
let known = new Map<string, { text: string | null; code: PendingCode | undefined }>()

/**
 * Remembered for this tab, because a phone may drop the page while its owner reads mail. Neither the code nor the
 * address it went to is written.
 */
export function rememberCode(
  entityId: string,
  { otpId, channel, expiresAt, resendAfter, otpEncryptionTargetBundle }: PendingCode,
): void {
  const kept = { otpId, channel, expiresAt, resendAfter, otpEncryptionTargetBundle }
  write(entityId, JSON.stringify(kept))
}

export function forgetCode(entityId: string): void {
  write(entityId, null)
}

/** The code that was sent for an entity, while it is good. */
export function usePendingCode(entityId: string): PendingCode | undefined {
  return changes.useValue(() => pendingCode(entityId))
}

export function pendingCode(entityId: string): PendingCode | undefined {
  const text = read(entityId)
  let entry = known.get(entityId)
  if (entry?.text !== text) {
    entry = { text, code: parse(text) }
    known.set(entityId, entry)
  }
  const { code } = entry ?? {}
  return code && Date.parse(code.expiresAt) > serviceNow() ? code : undefined
}

function parse(text: string | null): PendingCode | undefined {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<PendingCode>
    const { otpId, expiresAt, channel, otpEncryptionTargetBundle } = kept
    if (!otpId || !expiresAt || !channel || !otpEncryptionTargetBundle) return undefined
    const resendAfter = kept.resendAfter ?? expiresAt
    return { otpId, channel, expiresAt, resendAfter, otpEncryptionTargetBundle }
  } catch {
    return undefined
  }
}

function read(entityId: string): string | null {
  try {
    return sessionStorage.getItem(prefix + entityId)
  } catch {
    return known.get(entityId)?.text ?? null
  }
}

function write(entityId: string, text: string | null): void {
  known = new Map(known).set(entityId, { text, code: parse(text) })
  try {
    if (text === null) sessionStorage.removeItem(prefix + entityId)
    else sessionStorage.setItem(prefix + entityId, text)
  } catch {
    // A browser without storage remembers as long as the page is open.
  }
  changes.notify()
}
