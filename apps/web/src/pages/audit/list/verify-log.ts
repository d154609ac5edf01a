import {
  type AuditFindings,
  auditKeyFingerprint,
  createAuditVerifier,
  type AuditMark,
} from '@corridor/signing/audit'
import {
  type AuditProof,
  type AuditVerification,
  readProof,
  readVerification,
} from '../../../api/queries/organisation/audit.ts'

/** What this browser verified last: later logs must have it at the same place, under the same key. */
type KnownLog = { publicKey: string; mark: AuditMark }

const prefix = 'corridor.audit-log.'

function knownLog(workspaceId: string): KnownLog | undefined {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(prefix + workspaceId) ?? 'null')
    return isKnown(known) ? known : undefined
  } catch {
    return undefined
  }
}

function rememberLog(workspaceId: string, known: KnownLog): void {
  try {
    localStorage.setItem(prefix + workspaceId, JSON.stringify(known))
  } catch {
    // A browser without storage begins anew each time.
  }
}

const isKnown = (value: unknown): value is KnownLog =>
  typeof value === 'object' &&
  value !== null &&
  'publicKey' in value &&
  typeof value.publicKey === 'string' &&
  'mark' in value &&
  typeof value.mark === 'object' &&
  value.mark !== null &&
  'sequence' in value.mark &&
  typeof value.mark.sequence === 'number' &&
  'hash' in value.mark &&
  typeof value.mark.hash === 'string'

export type Verified = {
  findings: AuditFindings
  /** The place of the first entry that anybody can verify; older ones the service alone can. */
  first: number
  fingerprint: string
  key: 'new' | 'known' | 'changed'
  service: AuditVerification
}

export type Progress = { done: number; of: number }

const waitMs = 1_000
const waitsMax = 8

/**
 * Verifies the whole log in this browser, entry by entry, and has the service check it by its own
 * keys. What comes out is believed only as far as the log reaches the newest signed checkpoint.
 */
export async function verifyLog(
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Verified> {
  let page = await readProof(0, signal)
  const { svcPartnerId, publicKey, first } = page
  const known = knownLog(svcPartnerId)
  const key = !known ? 'new' : known.publicKey === publicKey ? 'known' : 'changed'
  // A new key signs everything anew: what the old one covered says nothing about it.
  const mark = key === 'known' ? known?.mark : undefined
  const verifier = createAuditVerifier({ svcPartnerId, publicKey, first, mark })
  let after = 0
  for (let waits = 0; ;) {
    verifier.add(page.lines, page.heads)
    after = page.lines.at(-1)?.sequence ?? after
    onProgress({ done: after, of: Math.max(after, page.last) })
    if (!page.hasMore) {
      // Asking for the proof has the service sign a checkpoint of what is newer than the last.
      if (isCovered(page, after) || waits >= waitsMax) break
      waits += 1
      await pause(waitMs, signal)
    }
    page = await readProof(after, signal)
  }
  const findings = verifier.end(page.newest)
  const service = await checkedByService(signal)
  const end = findings.end
  if (findings.isSound && service.isSound && key !== 'changed' && end)
    rememberLog(svcPartnerId, { publicKey, mark: end })
  return { findings, first, fingerprint: auditKeyFingerprint(publicKey), key, service }
}

const isCovered = ({ newest, last }: AuditProof, after: number): boolean =>
  newest !== undefined ? newest.sequence >= after : last === 0

async function checkedByService(signal: AbortSignal): Promise<AuditVerification> {
  const accepted: AuditVerification['accepted'] = []
  for (let after = 0; ;) {
    const part = await readVerification(after, signal)
    accepted.push(...part.accepted)
    if (!part.hasMore || part.last <= after) return { ...part, accepted }
    after = part.last
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
