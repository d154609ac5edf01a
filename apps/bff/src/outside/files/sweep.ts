import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../ports/deps.ts'
import { filesFolder, isDraft, isHash, isPartner, timeOf } from './disk.ts'
import { keptOf, lockFiles } from './store.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'realTime'>

/** A request that keeps a file ends long before; real time, as the file system's is. */
export const orphanAfterMs = 60 * 60_000

/**
 * Deletes files that no row names, which a roll-back or a crash left behind, and drafts of writes
 * that were cut off. Each is checked again under the lock that keeping it takes, so that one
 * which is being kept right now stays. Ends early when aborted; returns how many were deleted.
 */
export async function sweepOrphans(parts: Parts, signal?: AbortSignal): Promise<number> {
  const root = filesFolder(parts.config.DATA_DIR)
  let deleted = 0
  for (const partnerId of (await namesIn(root)).filter(isPartner))
    for (const folder of await namesIn(join(root, partnerId))) {
      if (signal?.aborted) return deleted
      deleted += await sweepFolder(parts, partnerId, join(root, partnerId, folder))
    }
  return deleted
}

async function sweepFolder(parts: Parts, partnerId: string, folder: string): Promise<number> {
  const now = parts.realTime().getTime()
  const isOld = async (name: string) => {
    const writtenAt = await timeOf(join(folder, name))
    return writtenAt !== undefined && now - writtenAt > orphanAfterMs
  }
  const old: string[] = []
  for (const name of await namesIn(folder)) if (await isOld(name)) old.push(name)
  const drafts = old.filter(isDraft)
  for (const name of drafts) await rm(join(folder, name), { force: true })

  const hashes = old.filter(isHash)
  if (hashes.length === 0) return drafts.length
  const kept = await parts.db.asWorker((tx) => keptOf(tx, partnerId, hashes))
  let deleted = drafts.length
  for (const sha256 of hashes.filter((hash) => !kept.has(hash))) {
    const isGone = await parts.db.asWorker(async (tx) => {
      await lockFiles(tx, partnerId, [sha256], 'sweep')
      if ((await keptOf(tx, partnerId, [sha256])).size > 0 || !(await isOld(sha256))) return false
      await rm(join(folder, sha256), { force: true })
      return true
    })
    if (isGone) deleted += 1
  }
  return deleted
}

/** What lies in a folder; nothing in one that is not there or is none. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
