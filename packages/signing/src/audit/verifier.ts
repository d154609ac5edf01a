import {
  auditChainHash,
  auditChainStart,
  type AuditedEntry,
  type AuditHead,
  auditLeaf,
  verifyAuditHead,
} from './chain.ts'

/** A place of the chain: with its entry, with the entry's hash alone, or with neither. */
export type AuditLine = {
  sequence: number
  /** The chain's hash there, as the service keeps it. */
  hash: string
  entry?: AuditedEntry | null
  leaf?: string
}

/**
 * What does not fit, at the places `from` to `to`:
 * - `changed`: the entry, or its place in the order, is not what was chained.
 * - `removed`: entries are missing, or the log ends before a signed checkpoint says so.
 * - `repeated`: a place is there twice, or out of order.
 * - `rewritten`: entry and chain were both changed; a signed checkpoint, or what was verified
 *   before, says otherwise, and one of these entries is the first that was.
 * - `unsigned`: the checkpoint at `to` was not signed by this key.
 */
export type AuditProblem = {
  kind: 'changed' | 'removed' | 'repeated' | 'rewritten' | 'unsigned'
  from: number
  to: number
  /** The first entry of these, where it is known. */
  auditId?: string
}

export type AuditFindings = {
  isSound: boolean
  /** In the order of the log; the first is where to look. */
  problems: AuditProblem[]
  /** Places that were looked at. */
  entries: number
  /** The newest checkpoint whose signature and hash fit. */
  covered: AuditHead | undefined
  /** Newer places, which no checkpoint covers yet. */
  uncovered: number
  /** Where the chain ends; what the next verification may be asked to find again. */
  end: AuditMark | undefined
}

/** A place that was verified before, and the chain's hash there. */
export type AuditMark = { sequence: number; hash: string }

type Log = {
  svcPartnerId: string
  /** Lower-case hex. */
  publicKey: string
  /** The place of the chain's first entry, as the service says it; checkpoints sign it. */
  first: number
  mark?: AuditMark | undefined
}

const problemsMax = 100

/** Verifies a partner's chain page by page, in its order, from its first entry on. */
export function createAuditVerifier({ svcPartnerId, publicKey, first, mark }: Log) {
  const problems: AuditProblem[] = []
  let expected = first
  let previous: string | undefined = auditChainStart(svcPartnerId, first)
  let covered: AuditHead | undefined
  let entries = 0
  return { add, end }

  /** The next page: its lines, and checkpoints whose places are among them. */
  function add(lines: readonly AuditLine[], heads: readonly AuditHead[]): void {
    const hashes = new Map<number, string>()
    const ids = new Map<number, string>()
    for (const line of lines) {
      take(line)
      hashes.set(line.sequence, line.hash)
      if (line.entry) ids.set(line.sequence, line.entry.auditId)
    }
    if (mark && hashes.has(mark.sequence) && hashes.get(mark.sequence) !== mark.hash)
      found({ kind: 'rewritten', from: first, to: mark.sequence })
    const ordered = heads
      .filter(({ sequence }) => hashes.has(sequence))
      .sort((former, other) => former.sequence - other.sequence)
    const isOther = (head: AuditHead) => head.hash !== hashes.get(head.sequence)
    // A signature costs as much as a hundred hashes; where all fit, the last vouches for the others.
    for (const head of ordered.some(isOther) ? ordered : ordered.slice(-1))
      compare(head, hashes.get(head.sequence) ?? '', ids)
  }

  function take(line: AuditLine): void {
    const { sequence, entry } = line
    const auditId = entry ? { auditId: entry.auditId } : {}
    if (!Number.isSafeInteger(sequence) || sequence < expected) {
      found({ kind: 'repeated', from: sequence, to: sequence, ...auditId })
      return
    }
    if (sequence > expected) {
      found({ kind: 'removed', from: expected, to: sequence - 1 })
      previous = undefined
    }
    const leaf = entry ? auditLeaf(entry) : line.leaf
    entries += 1
    if (leaf === undefined) found({ kind: 'removed', from: sequence, to: sequence })
    else if (previous !== undefined && auditChainHash(sequence, previous, leaf) !== line.hash)
      found({ kind: 'changed', from: sequence, to: sequence, ...auditId })
    // One that does not fit is named, and the rest is compared with what the service kept.
    previous = line.hash
    expected = sequence + 1
  }

  function coveredUpTo(): number {
    return covered?.sequence ?? 0
  }

  function compare(head: AuditHead, hash: string, ids: ReadonlyMap<number, string>): void {
    const isOurs = head.svcPartnerId === svcPartnerId && head.first === first
    if (!isOurs || !verifyAuditHead(head, publicKey)) {
      found({ kind: 'unsigned', from: head.sequence, to: head.sequence })
      return
    }
    if (head.hash === hash) {
      if (head.sequence > coveredUpTo()) covered = head
      return
    }
    const from = Math.max(first, coveredUpTo() + 1)
    const auditId = ids.get(from)
    const id = auditId !== undefined && from === head.sequence ? { auditId } : {}
    found({ kind: 'rewritten', from, to: head.sequence, ...id })
  }

  /** What was found, with the newest checkpoint that there is: the log must reach it. */
  function end(newest: AuditHead | undefined): AuditFindings {
    const last = expected - 1
    const until = Math.max(newest?.sequence ?? 0, mark?.sequence ?? 0)
    if (until > last) found({ kind: 'removed', from: expected, to: until })
    // One that was signed since the last page was read may cover just what there is.
    if (newest?.sequence === last && previous !== undefined && newest.sequence > coveredUpTo())
      compare(newest, previous, new Map())
    else if (newest && covered?.checkpoint !== newest.checkpoint) {
      const isOurs = newest.svcPartnerId === svcPartnerId && newest.first === first
      const isSigned = isOurs && verifyAuditHead(newest, publicKey)
      if (!isSigned) found({ kind: 'unsigned', from: newest.sequence, to: newest.sequence })
    }
    problems.sort((a, b) => a.from - b.from || a.to - b.to)
    return {
      isSound: problems.length === 0,
      problems,
      entries,
      covered,
      uncovered: Math.max(0, last - Math.max(coveredUpTo(), first - 1)),
      end: previous === undefined || last < first ? undefined : { sequence: last, hash: previous },
    }
  }

  function found(problem: AuditProblem): void {
    const known = problems.some(
      ({ kind, from, to }) => kind === problem.kind && from === problem.from && to === problem.to,
    )
    if (!known && problems.length < problemsMax) problems.push(problem)
  }
}
