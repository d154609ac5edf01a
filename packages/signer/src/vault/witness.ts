import type { Tx } from '../database/connection.ts'

type Sight = { name: string; sequences: readonly number[] }

export type Witness = ReturnType<typeof openWitness>

/**
 * The highest sequences of records this process has seen committed. A record that was put back to an
 * older state, MACs and all, is behind what is remembered; the memory ends with the process.
 * Of more than `namesMax` names the least recently used are forgotten.
 */
export function openWitness(namesMax = 100_000) {
  const highest = new Map<string, readonly number[]>()
  const pending = new WeakMap<Tx, (() => Sight)[]>()
  return { isBehind, afterCommit, watch }

  /** Asked under the record's lock, after it was read; 0 stands for a record that is not there. */
  function isBehind({ name, sequences }: Sight): boolean {
    const seen = highest.get(name)
    return seen?.some((sequence, index) => (sequences[index] ?? 0) < sequence) ?? false
  }

  /** What to remember once the transaction has committed; it is asked only then. */
  function afterCommit(tx: Tx, sight: () => Sight): void {
    pending.get(tx)?.push(sight)
  }

  /** Runs a transaction that says when it begins; what it was asked to remember is once it has committed. */
  async function watch<T>(run: (begun: (tx: Tx) => void) => Promise<T>): Promise<T> {
    const sights: (() => Sight)[] = []
    const result = await run((tx) => pending.set(tx, sights))
    for (const sight of sights) remember(sight())
    return result
  }

  function remember({ name, sequences }: Sight): void {
    const seen = highest.get(name) ?? []
    // Two commits may be remembered in the other order.
    const next = sequences.map((sequence, index) => Math.max(sequence, seen[index] ?? 0))
    highest.delete(name)
    highest.set(name, next)
    const [oldest] = highest.keys()
    if (highest.size > namesMax && oldest !== undefined) highest.delete(oldest)
  }
}
