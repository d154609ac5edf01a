import { attempt, isRecord } from '../base/encoding.ts'
import type { AuditHead } from './chain.ts'
import { type AuditFindings, type AuditLine, createAuditVerifier } from './verifier.ts'

/** The first line of an export with its proof. */
export type AuditExportHeader = {
  kind: 'corridor audit export v1'
  svcPartnerId: string
  /** 32 bytes of Ed25519 in lower-case hex. */
  publicKey: string
  first: number
  /** The newest checkpoint: the file goes as far. */
  head: AuditHead
}

export const auditExportKind = 'corridor audit export v1'

export type AuditExportFindings = AuditFindings & {
  svcPartnerId: string
  /** The key that the file names; compare it with the one that you got another way. */
  publicKey: string
  /** Entries that are in the file. */
  exported: number
  /** Entries that did not match the filter, of which the file has the hashes. */
  omitted: number
}

export class AuditExportRefused extends Error {}

/**
 * Verifies an export of the audit log with its proof: each entry, and that none before its checkpoint
 * is missing. `lines` are the file's lines. `publicKey` is the key to trust; without it the file's own
 * is taken, which proves no more than that the file fits together.
 * @throws AuditExportRefused where it is no such file
 */
export async function verifyAuditExport(
  lines: Iterable<string> | AsyncIterable<string>,
  { publicKey }: { publicKey?: string } = {},
): Promise<AuditExportFindings> {
  let file:
    | { header: AuditExportHeader; verifier: ReturnType<typeof createAuditVerifier> }
    | undefined
  const counts = { exported: 0, omitted: 0 }
  for await (const text of lines) {
    if (text.trim() === '') continue
    const value = parsed(text)
    if (!file) {
      if (!isHeader(value))
        throw new AuditExportRefused('This is no export of the audit log with its proof.')
      const key = publicKey ?? value.publicKey
      file = { header: value, verifier: createAuditVerifier({ ...value, publicKey: key }) }
      continue
    }
    if (!isLine(value)) throw new AuditExportRefused('A line is neither an entry nor a hash.')
    if (value.entry) counts.exported += 1
    else counts.omitted += 1
    const { head } = file.header
    file.verifier.add([value], head.sequence === value.sequence ? [head] : [])
  }
  if (!file) throw new AuditExportRefused('The file is empty.')
  const { svcPartnerId, publicKey: named, head } = file.header
  return { ...file.verifier.end(head), svcPartnerId, publicKey: named, ...counts }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = attempt((): unknown => JSON.parse(text))
  if (!isRecord(value)) throw new AuditExportRefused('A line is no JSON object.')
  return value
}

const isHeader = (value: object): value is AuditExportHeader =>
  'kind' in value &&
  value.kind === auditExportKind &&
  'svcPartnerId' in value &&
  typeof value.svcPartnerId === 'string' &&
  'publicKey' in value &&
  typeof value.publicKey === 'string' &&
  'first' in value &&
  Number.isSafeInteger(value.first) &&
  'head' in value &&
  isRecord(value.head) &&
  Number.isSafeInteger(value.head['sequence']) &&
  typeof value.head['signature'] === 'string'

function isLine(value: object): value is AuditLine {
  if (!('sequence' in value && Number.isSafeInteger(value.sequence))) return false
  if (!('hash' in value && typeof value.hash === 'string')) return false
  if ('leaf' in value && typeof value.leaf !== 'string') return false
  const entry = 'entry' in value ? value.entry : undefined
  if (entry === undefined || entry === null) return true
  return isRecord(entry) && isRecord(entry['actor']) && isRecord(entry['object'])
}
