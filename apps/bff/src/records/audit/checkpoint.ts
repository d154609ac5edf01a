import { createHash } from 'node:crypto'
import { formatId } from '@corridor/domain'
import { auditHeadText } from '@corridor/signing/audit'
import { z } from 'zod'
import { canonicalJson } from '../../api/request/json.ts'
import type { AuditKeys } from './audit-keys.ts'
import type { Head } from './audit-hash.ts'

/** Heads by partner. */
export type Heads = Map<string, Head>

const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const WrittenHead = z.strictObject({
  partner: z.string(),
  /** How many entries of the partner are sealed. */
  sequence: z.int().min(1),
  hash,
  entry: z.string(),
  /** The public chain at this seal; in checkpoints with its own signature, for this partner alone. */
  chain: z
    .strictObject({ first: z.int().min(1), hash, signature: z.string().optional() })
    .optional(),
})
export type WrittenHead = z.infer<typeof WrittenHead>

const Checkpoint = z.strictObject({
  /** From 1, without gaps. */
  number: z.int().min(1),
  at: z.iso.datetime(),
  /** The heads that moved since the checkpoint before. */
  heads: z.array(WrittenHead),
  /**
   * In the first alone: how far each chain was sealed without a key. Seals without a key are good up
   * to here and nowhere else.
   */
  unkeyed: z.array(WrittenHead).optional(),
  /** What did not fit when a process began to seal; kept here for ever. */
  found: z.array(z.string()).optional(),
  /** SHA-256 of the line before; zeros in the first. */
  previous: hash,
  signature: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

export const noLine = '0'.repeat(64)

/** Keeps these signatures from being mistaken for those of anything else. */
const domainTag = 'corridor audit checkpoint v1\n'

const signedText = (content: Omit<Checkpoint, 'signature'>) => domainTag + canonicalJson(content)

/** A line of the checkpoint file, without its end. */
export function checkpointLine(keys: AuditKeys, content: Omit<Checkpoint, 'signature'>): string {
  return JSON.stringify({ ...content, signature: keys.sign(signedText(content)) })
}

/** Nothing where the line is not a checkpoint of ours. */
export function readCheckpoint(keys: AuditKeys, line: string): Checkpoint | undefined {
  const parsed = Checkpoint.safeParse(jsonOf(line))
  if (!parsed.success) return undefined
  const { signature, ...content } = parsed.data
  return keys.isSignature(signedText(content), signature) ? parsed.data : undefined
}

export const lineHash = (line: string): string => createHash('sha256').update(line).digest('hex')

export const writtenHeads = (heads: Iterable<readonly [string, Head]>): WrittenHead[] =>
  Array.from(heads, ([partner, { sequence, hash: bytes, entryId, chain }]) => ({
    partner,
    sequence,
    hash: bytes.toString('hex'),
    entry: entryId,
    ...(chain && { chain }),
  }))

/** The heads of a checkpoint, each public chain signed. */
export const signedHeads = (
  keys: AuditKeys,
  { number, at }: Pick<Checkpoint, 'number' | 'at'>,
  heads: readonly WrittenHead[],
): WrittenHead[] =>
  heads.map((head) => {
    if (!head.chain) return head
    const { first, hash: chainHash } = head.chain
    const svcPartnerId = formatId('par', head.partner)
    const { sequence } = head
    const text = auditHeadText({
      svcPartnerId,
      checkpoint: number,
      at,
      first,
      sequence,
      hash: chainHash,
    })
    return { ...head, chain: { first, hash: chainHash, signature: keys.sign(text) } }
  })

/** Takes in what is further than what is known. */
export function addHeads(heads: Heads, written: readonly WrittenHead[]): void {
  for (const { partner, sequence, hash: hex, entry, chain } of written)
    if (sequence > (heads.get(partner)?.sequence ?? 0))
      heads.set(partner, {
        sequence,
        hash: Buffer.from(hex, 'hex'),
        entryId: entry,
        ...(chain && { chain: { first: chain.first, hash: chain.hash } }),
      })
}

const WitnessLine = z.strictObject({ heads: z.array(WrittenHead), mac: hash })

/** A line of the witness, without its end; its MAC covers the line before, so that none is missing. */
export function witnessLine(keys: AuditKeys, previousMac: string, heads: readonly WrittenHead[]) {
  const mac = keys.witnessMac(previousMac + canonicalJson(heads))
  return { line: JSON.stringify({ heads, mac }), mac }
}

/** Nothing where the line does not follow. */
export function readWitnessLine(keys: AuditKeys, previousMac: string, line: string) {
  const parsed = WitnessLine.safeParse(jsonOf(line))
  if (!parsed.success) return undefined
  const { heads, mac } = parsed.data
  return keys.isWitnessMac(previousMac + canonicalJson(heads), mac) ? parsed.data : undefined
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
