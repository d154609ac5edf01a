import { formatId } from '@corridor/domain'
import { type AuditExportHeader, auditExportKind, auditLeaf } from '@corridor/signing/audit'
import type { Tx } from '../../db/open.ts'
import { auditedEntry } from '../../records/audit/audit-hash.ts'
import { type ChainRow, chainRows, readEnds, signedHead } from '../../records/audit/log-store.ts'
import { logFilter } from '../audit/service.ts'

const pageRows = 1_000

type Asked = {
  partnerId: string
  publicKey: string
  query: Parameters<typeof logFilter>[0]
  ids: ReadonlySet<string> | undefined
}

/**
 * The audit log up to its newest checkpoint, a line for each place: the entries that match whole, of
 * all others the hash alone. The first line has what the rest is verified with (`verifyAuditExport`).
 */
export async function* auditProof(
  tx: Tx,
  { partnerId, publicKey, query, ids }: Asked,
): AsyncGenerator<{ text: string; entries: number }> {
  const { first, newest } = await readEnds(tx, partnerId)
  if (!newest) throw new Error('an audit log without a checkpoint cannot be proven')
  const header: AuditExportHeader = {
    kind: auditExportKind,
    svcPartnerId: formatId('par', partnerId),
    publicKey,
    first,
    head: signedHead(partnerId, newest),
  }
  yield { text: `${JSON.stringify(header)}\n`, entries: 0 }
  const isChosen = (row: ChainRow) => row.matches && (ids?.has(formatId('aud', row.id)) ?? true)
  for (let after = first - 1; ;) {
    const part = { after, upTo: newest.sequence, limit: pageRows }
    const rows = await chainRows(tx, partnerId, part, logFilter(query))
    yield {
      text: rows.map((row) => `${JSON.stringify(lineOf(row, isChosen(row)))}\n`).join(''),
      entries: rows.filter(isChosen).length,
    }
    if (rows.length < pageRows) return
    after = rows.at(-1)?.sequence ?? after
  }
}

function lineOf(row: ChainRow, isChosen: boolean): object {
  const line = { sequence: row.sequence, hash: row.public_hash.toString('hex') }
  if (!row.has_entry) return { ...line, entry: null }
  const entry = auditedEntry(row)
  return isChosen ? { ...line, entry } : { ...line, leaf: auditLeaf(entry) }
}
