import { rename } from 'node:fs/promises'
import type { Client } from 'pg'
import { resumeChains, storedHeads } from './audit-chain.ts'
import type { AuditKeys } from './audit-keys.ts'
import {
  addHeads,
  type Checkpoint,
  checkpointLine,
  type Heads,
  lineHash,
  signedHeads,
  type WrittenHead,
  writtenHeads,
} from './checkpoint.ts'
import {
  type AuditFiles,
  beginWitness,
  endWithLine,
  makeAuditFolder,
  openAppending,
  readWitnessed,
  takeLine,
} from './witness-files.ts'

const entriesMax = 1_000
const askedMs = 5_000

export type Witness = {
  /** How far each chain was seen. */
  readonly heads: Heads
  /** What did not fit when this process began. */
  found: readonly string[]
  /** Writes down heads, safe on disk, before they are in the database. */
  see: (heads: readonly WrittenHead[], entries: number) => Promise<void>
  /**
   * Signs a checkpoint where a minute has passed or 1,000 entries were sealed since the last, or
   * five seconds where somebody asked for it. True where nothing is left that needs one.
   */
  checkpoint: (at: Date, options?: { isAsked?: boolean }) => Promise<boolean>
  /** Milliseconds until one is signed for what was sealed since the last. */
  dueInMs: (at: Date) => number
  close: () => Promise<void>
}

type Parts = { client: Client; keys: AuditKeys; files: AuditFiles; everyMs: number; at: Date }

/**
 * Reads what was witnessed, compares it with the database, and goes on from there. A checkpoint
 * file that lost lines gets them back from the database's copy, which is signed as well.
 */
export async function openWitness({ client, keys, files, everyMs, at }: Parts): Promise<Witness> {
  await makeAuditFolder(files, keys)
  const { read, found } = await mendCheckpoints({ client, keys, files, at })
  const resumed = await resumeChains(client, keys, read.heads)
  found.push(...resumed.found)
  const heads = resumed.heads
  const file = await openAppending(files.checkpoints)
  let last = { ...read.last, writtenAt: at.getTime() }
  let moved = changed(heads, read.heads)
  let entries = 0
  if (last.number === 0)
    await write(at, { unkeyed: writtenHeads(await unkeyedHeads(client)), found })
  else if (found.length > 0) await write(at, { found })
  let lines = await beginWitness(files, keys, writtenHeads(heads))

  return {
    heads,
    found,
    see: async (added, count) => {
      await lines.add(added)
      addHeads(heads, added)
      for (const { partner } of added) moved.add(partner)
      entries += count
    },
    checkpoint: async (now, { isAsked = false } = {}) => {
      const waitMs = isAsked ? Math.min(everyMs, askedMs) : everyMs
      const isDue = entries >= entriesMax || now.getTime() - last.writtenAt >= waitMs
      if (moved.size === 0) return true
      if (!isDue) return false
      await write(now, {})
      await lines.close()
      lines = await beginWitness(files, keys, writtenHeads(heads))
      return true
    },
    dueInMs: (now) => Math.max(0, last.writtenAt + everyMs - now.getTime()),
    close: async () => {
      await lines.close()
      await file.close()
    },
  }

  /** The database's copy goes first: its number can be taken once, by the leader's connection. */
  async function write(now: Date, more: Pick<Checkpoint, 'unkeyed' | 'found'>): Promise<void> {
    const place = { number: last.number + 1, at: now.toISOString() }
    const ended = writtenHeads([...heads].filter(([partner]) => moved.has(partner)))
    const signed = signedHeads(keys, place, ended)
    const line = checkpointLine(keys, {
      ...place,
      heads: signed,
      previous: last.lineHash,
      ...(more.unkeyed && { unkeyed: more.unkeyed }),
      ...(more.found && more.found.length > 0 && { found: more.found }),
    })
    await copyCheckpoint(client, { ...place, line }, signed)
    await file.add(line)
    last = {
      number: last.number + 1,
      lineHash: lineHash(line),
      at: now.toISOString(),
      writtenAt: now.getTime(),
    }
    moved = new Set()
    entries = 0
  }
}

/** The database's copy, and each partner's head by itself for whoever reads the partner's log. */
async function copyCheckpoint(
  client: Client,
  { number, at, line }: { number: number; at: string; line: string },
  heads: readonly WrittenHead[],
): Promise<void> {
  const open = heads.flatMap(({ partner, sequence, chain }) =>
    chain?.signature === undefined ? [] : [{ partner, sequence, ...chain }],
  )
  await client.query(
    `with copied as (insert into audit_checkpoint (number, line) values ($1, $2))
     insert into audit_head (partner_id, checkpoint, at, first, sequence, hash, signature)
     select h.partner_id, $1, $3, h.first, h.sequence, h.hash, h.signature
     from unnest($4::uuid[], $5::bigint[], $6::bigint[], $7::bytea[], $8::text[])
       as h (partner_id, first, sequence, hash, signature)`,
    [
      number,
      line,
      at,
      open.map(({ partner }) => partner),
      open.map(({ first }) => first),
      open.map(({ sequence }) => sequence),
      open.map(({ hash }) => Buffer.from(hash, 'hex')),
      open.map(({ signature }) => signature),
    ],
  )
}

/** Partners whose chains are further than `known`. */
const changed = (heads: Heads, known: Heads): Set<string> =>
  new Set([...heads.keys()].filter((id) => heads.get(id)?.sequence !== known.get(id)?.sequence))

async function unkeyedHeads(client: Client): Promise<Heads> {
  const heads = await storedHeads(client)
  return new Map([...heads].filter(([, { keyed }]) => !keyed))
}

/** A crash leaves the file at most one line behind; more were taken away. */
async function mendCheckpoints({ client, keys, files, at }: Omit<Parts, 'everyMs'>) {
  await endWithLine(files.checkpoints)
  let read = await readWitnessed(files, keys)
  const found = [...read.problems]
  const { heads } = read
  if (read.problems.some((problem) => problem.startsWith('the checkpoint file'))) {
    await rename(files.checkpoints, `${files.checkpoints}.bad-${at.getTime()}`)
    read = await readWitnessed(files, keys)
  }
  const before = read.last.number
  const file = await openAppending(files.checkpoints)
  for await (const line of copiedLines(client, before)) {
    if (takeLine(read, keys, line) !== undefined) break
    await file.add(line)
  }
  await file.close()
  if (read.last.number > before + 1)
    found.push(`the checkpoint file ended at ${before}; ${read.last.number} were written`)
  if (read.last.number === 0 && (await hasKeyedSeals(client)))
    found.push('there are sealed entries and no checkpoint at all')
  const copied = await lastCopied(client)
  if (copied < before) found.push(`the database knows ${copied} of ${before} checkpoints`)
  addHeads(read.heads, writtenHeads(heads))
  return { read, found }
}

async function* copiedLines(client: Client, after: number): AsyncGenerator<string> {
  for (let last = after; ;) {
    const { rows } = await client.query<{ number: number; line: string }>(
      'select number, line from audit_checkpoint where number > $1 order by number limit 1000',
      [last],
    )
    for (const { line } of rows) yield line
    if (rows.length < 1_000) return
    last = rows.at(-1)?.number ?? last
  }
}

async function lastCopied(client: Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    'select number from audit_checkpoint order by number desc limit 1',
  )
  return rows[0]?.number ?? 0
}

async function hasKeyedSeals(client: Client): Promise<boolean> {
  return [...(await storedHeads(client)).values()].some(({ keyed }) => keyed)
}
