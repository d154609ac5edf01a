import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { formatId } from '@corridor/domain'
import { createAuditVerifier } from '@corridor/signing/audit'
import type { Client } from 'pg'
import pino from 'pino'
import { vi } from 'vitest'
import { readOnlySnapshot } from '../../../src/db/isolation.ts'
import { createKek } from '../../../src/db/kek.ts'
import { withClient } from '../../../src/db/server/server.ts'
import { startLeader } from '../../../src/engine/leader.ts'
import { createWake } from '../../../src/engine/wake.ts'
import { auditedEntry } from '../../../src/records/audit/audit-hash.ts'
import { auditKeys } from '../../../src/records/audit/audit-keys.ts'
import {
  chainRows,
  headsWithin,
  readEnds,
  signedHead,
} from '../../../src/records/audit/log-store.ts'
import { recordAudit } from '../../../src/records/audit/audit.ts'
import type { Outbound } from '../../../src/ports/outbound.ts'
import { checkpointPosting } from '../../../src/records/audit/checkpoint-post.ts'
import { auditSealing } from '../../../src/records/audit/sealing.ts'
import { auditFiles } from '../../../src/records/audit/witness-files.ts'
import { readAuditBook, verifyAudit } from '../../../src/records/ledger/verify-audit.ts'
import { insertPartner } from '../people/partners.ts'
import { makeDataDirectory } from './data-dir.ts'
import { createTestDatabase } from './database.ts'

export type AuditSite = Awaited<ReturnType<typeof openAuditSite>>

/** A database with its audit log, the files that witness it, and leaders that can be killed. */
export async function openAuditSite() {
  const db = await createTestDatabase()
  const alerts: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void alerts.push(line) })
  const quiet = pino({ level: 'silent' })
  const wake = await createWake({ databaseUrl: db.urls.worker, log: quiet })
  const kek = createKek(randomBytes(32), randomBytes)
  const config = { DATA_DIR: makeDataDirectory('audit') }
  const place = { config, kek }
  const posting = { ...config, AUDIT_CHECKPOINT_URL: 'https://audit.example' }
  const files = auditFiles(config.DATA_DIR)
  return {
    db,
    config,
    files,
    alerts,
    lead,
    asSuperuser,
    write,
    sealedOf,
    writeSealed,
    verify,
    chainOf,
    makePartners,
    book: () => readAuditBook(place),
    close: async () => {
      await wake.close()
      await db.close()
      rmSync(config.DATA_DIR, { recursive: true })
    },
  }

  /** A process that leads, until its connection is cut. */
  function lead({ outbound }: { outbound?: Pick<Outbound, 'post'> } = {}) {
    const leader = startLeader({ databaseUrl: db.urls.worker, log: quiet })
    const realTime = () => new Date()
    const host = { wake, log: quiet, leader }
    const running = [auditSealing({ ...place, log, realTime }, 0)]
    if (outbound) running.push(checkpointPosting({ config: posting, log, outbound }, 20))
    const loops = running.map((job) => job.start(host))
    return {
      kill: async () => {
        await asSuperuser((admin) =>
          admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'corridor leader' and datname = current_database()`),
        )
        await Promise.all([...loops.map((loop) => loop.stop()), leader.stop()])
      },
    }
  }

  /** What no role of ours may do: triggers off. */
  function asSuperuser<T>(work: (admin: Client) => Promise<T>): Promise<T> {
    return withClient(db.adminUrl, async (admin) => {
      await admin.query('set session_replication_role = replica')
      return work(admin)
    })
  }

  /** Entries of each partner, in one transaction. */
  async function write(partners: readonly string[], entries: number): Promise<void> {
    await db.asWorker(async (tx) => {
      for (const partnerId of partners)
        for (let n = 0; n < entries; n += 1)
          await recordAudit(
            tx,
            { partnerId, actor: { type: 'service', id: 'test' }, requestId: 'req_1' },
            { action: 'entity.create', object: { kind: 'entity', id: `ent_${n}` }, after: { n } },
          )
    })
    wake.notify('events')
  }

  function sealedOf(partners: readonly string[]): Promise<number> {
    return asSuperuser(async (admin) => {
      const { rows } = await admin.query<{ n: string }>(
        'select count(*)::text as n from audit_seal where partner_id = any($1)',
        [partners],
      )
      return Number(rows[0]?.n)
    })
  }

  async function writeSealed(partners: readonly string[], entries: number): Promise<void> {
    const before = await sealedOf(partners)
    await write(partners, entries)
    const all = before + partners.length * entries
    await vi.waitFor(
      async () => {
        if ((await sealedOf(partners)) !== all) throw new Error('not all entries are sealed')
      },
      { timeout: 20_000 },
    )
  }

  async function verify(): Promise<string[]> {
    const book = await readAuditBook(place)
    return db.asWorker(async (tx) => {
      await readOnlySnapshot(tx)
      return verifyAudit(tx, book)
    })
  }

  /** A partner's public chain, and what its own program finds of it. */
  async function chainOf(partnerId: string) {
    const { first, newest, rows, heads } = await db.withPartner(partnerId, async (tx) => {
      const ends = await readEnds(tx, partnerId)
      const part = { after: 0, upTo: Number.MAX_SAFE_INTEGER }
      return {
        ...ends,
        rows: await chainRows(tx, partnerId, { after: 0, limit: 1_000 }),
        heads: await headsWithin(tx, partnerId, part),
      }
    })
    const lines = rows.map((row) => ({
      sequence: row.sequence,
      hash: row.public_hash.toString('hex'),
      entry: row.has_entry ? auditedEntry(row) : null,
    }))
    return { lines, newest, verified }

    function verified() {
      const svcPartnerId = formatId('par', partnerId)
      const { publicKeyHex: publicKey } = auditKeys(kek)
      const verifier = createAuditVerifier({ svcPartnerId, publicKey, first })
      verifier.add(
        lines,
        heads.map((head) => signedHead(partnerId, head)),
      )
      return verifier.end(newest && signedHead(partnerId, newest))
    }
  }

  function makePartners(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => insertPartner(db)))
  }
}
