import type { Result } from '@corridor/signing'
import type { SignerFailure } from '../base/failures.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { endedCode } from './otp.ts'

const REMEMBERED_MAX = 10_000
const ended = new WeakMap<Vault, Set<string>>()

/**
 * Runs what is to be done with a code, once: a code that has ended never becomes one again, so that
 * further guesses at it are refused without a look at the database.
 */
export async function answerOnce<T>(
  vault: Vault,
  { entityId, otpId }: { entityId: string; otpId: string },
  work: (tx: Tx) => Promise<Result<T, SignerFailure>>,
): Promise<Result<T, SignerFailure>> {
  const known = ended.get(vault) ?? new Set()
  ended.set(vault, known)
  const name = `${entityId}|${otpId}`
  if (known.has(name)) return endedCode
  const answer = await vault.inTransaction(work)
  if (answer !== endedCode) return answer
  known.add(name)
  const [oldest] = known
  if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest)
  return endedCode
}
