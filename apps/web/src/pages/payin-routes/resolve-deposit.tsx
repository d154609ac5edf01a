import type { Deposit } from './queries.ts'

/** What a person may decide about a held deposit; nothing where `allowedActions` is empty. */
export function ResolveDeposit(_: { deposit: Deposit }) {
  return null
}
