import { createHmac } from 'node:crypto'
import type { Deps } from '../../ports/deps.ts'

export type TokenKind =
  | 'session'
  | 'enrolment'
  | 'recovery'
  | 'recovery-link'
  | 'recovery-mail'
  | 'tracking'
export type TokenHash = (kind: TokenKind, text: string) => Buffer

/**
 * What is stored in place of a session id, a link's token or a recovery code: a hash keyed by what
 * is not in the database. Each text has at least 80 random bits, so nothing slower is needed; a code of
 * six digits is hashed with its link's id, and counted.
 */
export function createTokenHash({ kek }: Pick<Deps, 'kek'>): TokenHash {
  const key = kek.derive('staff-token/v1')
  return (kind, text) => createHmac('sha256', key).update(`${kind}\n${text}`).digest()
}
