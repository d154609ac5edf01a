import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AuditKeys } from './audit-keys.ts'
import {
  addHeads,
  type Heads,
  lineHash,
  noLine,
  readCheckpoint,
  readWitnessLine,
  witnessLine,
  type WrittenHead,
} from './checkpoint.ts'

/** Where the audit log is witnessed, outside the database. */
export type AuditFiles = {
  /** Signed checkpoints, one a line, only ever added to. */
  checkpoints: string
  /** The heads since the last checkpoint: written before the seals are. */
  witness: string
  /** What two people accepted as lost by a restore, signed. */
  accepted: string
  /** The key that checks the signatures. */
  publicKey: string
}

export function auditFiles(dataDir: string): AuditFiles {
  const at = (name: string) => join(dataDir, 'audit', name)
  return {
    checkpoints: at('checkpoints.jsonl'),
    witness: at('witness.jsonl'),
    accepted: at('accepted.jsonl'),
    publicKey: at('checkpoint-key.pem'),
  }
}

/** What the files say. */
export type Witnessed = {
  /** Number and hash of the last good checkpoint; 0 where there is none. */
  last: { number: number; lineHash: string; at: string }
  /** How far each partner's chain was seen. */
  heads: Heads
  /** The newest signed head of each public chain, which the database has for itself as well. */
  signed: Map<string, { checkpoint: number; sequence: number }>
  /** How far each chain was sealed without a key; nothing before the first checkpoint. */
  unkeyed: Heads | undefined
  /** What sealing processes found at their start, with the number of the checkpoint that says so. */
  found: string[]
  /** What is wrong with the files themselves. */
  problems: string[]
}

/** Reads the files; one that is not there says nothing. */
export async function readWitnessed(files: AuditFiles, keys: AuditKeys): Promise<Witnessed> {
  const read = nothingWitnessed()
  await readCheckpoints(read, files.checkpoints, keys)
  await readWitness(read, files.witness, keys)
  return read
}

export const nothingWitnessed = (): Witnessed => ({
  last: { number: 0, lineHash: noLine, at: '' },
  heads: new Map(),
  signed: new Map(),
  unkeyed: undefined,
  found: [],
  problems: [],
})

/** Takes in the checkpoints of a file, or of a part of it that begins with a line and ends with one. */
export async function readCheckpoints(
  read: Witnessed,
  path: string,
  keys: AuditKeys,
  part?: { from: number; to: number },
): Promise<void> {
  for await (const line of linesOf(path, part)) {
    const problem = takeLine(read, keys, line)
    if (problem === undefined) continue
    read.problems.push(`the checkpoint file: ${problem}`)
    break
  }
}

/** Takes in a line that follows the last one; else says what is wrong with it. */
export function takeLine(read: Witnessed, keys: AuditKeys, line: string): string | undefined {
  const next = read.last.number + 1
  const checkpoint = readCheckpoint(keys, line)
  if (!checkpoint) return `line ${next} was changed`
  if (checkpoint.number !== next || checkpoint.previous !== read.last.lineHash)
    return `line ${next} does not follow the line before`
  if (checkpoint.unkeyed) {
    read.unkeyed = new Map()
    addHeads(read.unkeyed, checkpoint.unkeyed)
    addHeads(read.heads, checkpoint.unkeyed)
  }
  addHeads(read.heads, checkpoint.heads)
  for (const { partner, sequence, chain } of checkpoint.heads)
    if (chain?.signature !== undefined) read.signed.set(partner, { checkpoint: next, sequence })
  read.found.push(...(checkpoint.found ?? []).map((text) => `checkpoint ${next}: ${text}`))
  read.last = { number: next, lineHash: lineHash(line), at: checkpoint.at }
  return undefined
}

export async function readWitness(read: Witnessed, path: string, keys: AuditKeys): Promise<void> {
  let mac = ''
  for await (const line of linesOf(path)) {
    const parsed = readWitnessLine(keys, mac, line)
    if (!parsed) {
      read.problems.push('the witness file was changed')
      return
    }
    addHeads(read.heads, parsed.heads)
    mac = parsed.mac
  }
}

/** Complete lines; what a crash left of the last one was never relied on. */
export async function* linesOf(
  path: string,
  part?: { from: number; to: number },
): AsyncGenerator<string> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  const { from, to } = part ?? { from: 0, to: size === 0 ? 0 : await completeBytes(path, size) }
  if (to <= from) return
  const input = createReadStream(path, { start: from, end: to - 1 })
  yield* createInterface({ input, crlfDelay: Infinity })
}

/** How many bytes there are up to the end of the last complete line. */
export async function completeBytes(path: string, size: number): Promise<number> {
  const file = await open(path, 'r')
  try {
    for (let end = size; end > 0;) {
      const start = Math.max(0, end - 65_536)
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(end - start),
        0,
        end - start,
        start,
      )
      const found = buffer.subarray(0, bytesRead).lastIndexOf('\n')
      if (found >= 0) return start + found + 1
      end = start
    }
    return 0
  } finally {
    await file.close()
  }
}

const ownerOnly = 0o600

/** A file that is added to, each time safe on disk before it goes on. */
export async function openAppending(path: string): Promise<{
  add: (line: string) => Promise<void>
  close: () => Promise<void>
}> {
  const file = await open(path, 'a', ownerOnly)
  return {
    add: async (line) => {
      await file.appendFile(`${line}\n`)
      await file.datasync()
    },
    close: () => file.close(),
  }
}

/** Replaces a file as a whole: afterwards it is the old one or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  const file: FileHandle = await open(draft, 'w', ownerOnly)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/** Cuts off what a crash left of a last line; only then may lines be added. */
export async function endWithLine(path: string): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  const complete = size === 0 ? 0 : await completeBytes(path, size)
  if (complete === size) return
  const file = await open(path, 'r+')
  try {
    await file.truncate(complete)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder, and the key that checks signatures, for whoever keeps a copy of the checkpoints. */
export async function makeAuditFolder(files: AuditFiles, keys: AuditKeys): Promise<void> {
  await mkdir(join(files.checkpoints, '..'), { recursive: true, mode: 0o700 })
  const known = await readFile(files.publicKey, 'utf8').catch(() => '')
  if (known !== keys.publicKey) await replaceFile(files.publicKey, keys.publicKey)
}

/** The witness anew: all heads, to which later ones are added. */
export async function beginWitness(
  files: AuditFiles,
  keys: AuditKeys,
  heads: readonly WrittenHead[],
): Promise<{ add: (heads: readonly WrittenHead[]) => Promise<void>; close: () => Promise<void> }> {
  const first = witnessLine(keys, '', heads)
  await replaceFile(files.witness, `${first.line}\n`)
  const file = await openAppending(files.witness)
  let mac = first.mac
  return {
    close: file.close,
    add: async (added) => {
      const next = witnessLine(keys, mac, added)
      await file.add(next.line)
      mac = next.mac
    },
  }
}
