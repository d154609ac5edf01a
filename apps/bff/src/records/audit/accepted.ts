import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { canonicalJson } from '../../api/request/json.ts'
import type { AuditKeys } from './audit-keys.ts'
import { WrittenHead } from './checkpoint.ts'
import { type AuditFiles, openAppending } from './witness-files.ts'

/** Seals of one chain that are gone: those after `after` (none where it begins with them) up to `until`. */
export const Gap = z.strictObject({
  partner: z.string(),
  after: WrittenHead.nullable(),
  /** Its entry is empty where later seals alone say that it was there. */
  until: WrittenHead,
})
export type Gap = z.infer<typeof Gap>

const Line = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('proposed'),
    id: z.uuid(),
    at: z.iso.datetime(),
    by: z.string(),
    reason: z.string(),
    gaps: z.array(Gap),
    signature: z.string(),
  }),
  z.strictObject({
    kind: z.literal('confirmed'),
    id: z.uuid(),
    at: z.iso.datetime(),
    by: z.string(),
    signature: z.string(),
  }),
])
type Line = z.infer<typeof Line>
type Unsigned<T> = T extends Line ? Omit<T, 'signature'> : never

export type Acceptance = {
  id: string
  proposedAt: string
  proposedBy: string
  reason: string
  gaps: Gap[]
  /** Of the second person; nothing while that waits. */
  confirmed?: { at: string; by: string }
}

/** Keeps these signatures from being mistaken for those of checkpoints. */
const domainTag = 'corridor audit acceptance v1\n'

/** Adds a signed line to what two people accepted. */
export async function addAcceptance(files: AuditFiles, keys: AuditKeys, line: Unsigned<Line>) {
  const file = await openAppending(files.accepted)
  try {
    await file.add(
      JSON.stringify({ ...line, signature: keys.sign(domainTag + canonicalJson(line)) }),
    )
  } finally {
    await file.close()
  }
}

/** What was accepted or waits for a second person; a line that is not ours counts for nothing. */
export async function readAcceptances(files: AuditFiles, keys: AuditKeys): Promise<Acceptance[]> {
  const text = await readFile(files.accepted, 'utf8').catch(() => '')
  const all = new Map<string, Acceptance>()
  for (const raw of text.split('\n')) {
    const line = readLine(keys, raw)
    if (line?.kind === 'proposed') {
      const { id, at: proposedAt, by: proposedBy, reason, gaps } = line
      all.set(id, { id, proposedAt, proposedBy, reason, gaps })
    }
    const proposed = line?.kind === 'confirmed' ? all.get(line.id) : undefined
    if (line && proposed && line.by !== proposed.proposedBy)
      proposed.confirmed = { at: line.at, by: line.by }
  }
  return [...all.values()]
}

function readLine(keys: AuditKeys, raw: string): Line | undefined {
  const parsed = Line.safeParse(jsonOf(raw))
  if (!parsed.success) return undefined
  const { signature, ...content } = parsed.data
  return keys.isSignature(domainTag + canonicalJson(content), signature) ? parsed.data : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Says of a gap whether two people accepted exactly this one. */
export function acceptedBy(acceptances: readonly Acceptance[]): (gap: Gap) => boolean {
  const all = acceptances.flatMap(({ confirmed, gaps }) => (confirmed ? gaps : []))
  const names = new Set(all.map(nameOf))
  return (gap) => names.has(nameOf(gap))
}

export const isSameGap = (a: Gap, b: Gap): boolean => nameOf(a) === nameOf(b)

const nameOf = ({ partner, after, until }: Gap): string =>
  [partner, after?.sequence, after?.hash, until.sequence, until.hash].join(' ')
