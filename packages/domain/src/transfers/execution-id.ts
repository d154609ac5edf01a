import { formatId, parseId } from '../base/ids.ts'

/**
 * `cexec-` for transfers between wallets, `exec_` for all others (interface-specification.md 2).
 */
export const executionId = ({ kind, id }: { kind: string; id: string }): string =>
  formatId(kind === 'wallet' ? 'cexec' : 'exec', id)

/** The UUID of an execution id of either form. */
export function parseExecutionId(text: string) {
  const wallet = parseId('cexec', text)
  if (wallet) return { kind: 'wallet', id: wallet }
  const ordinary = parseId('exec', text)
  return ordinary ? { kind: 'ordinary', id: ordinary } : undefined
}
