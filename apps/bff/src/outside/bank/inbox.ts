import { createReadStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { type ImportAnswer, importFile } from '@corridor/banks'
import type { DatabaseLog } from '../../config/database-log.ts'
import type { Deps } from '../../ports/deps.ts'
import { isMissing, isThere } from '../files/disk.ts'

export type InboxParts = Pick<Deps, 'bankFiles' | 'faults'> & {
  log: DatabaseLog
  config: Pick<Deps['config'], 'BANK_FILES_DIR'>
}

export const inFolder = ({ config }: Pick<InboxParts, 'config'>): string =>
  join(config.BANK_FILES_DIR, 'in')

/** Names under which programs write what they rename when it is whole. */
const unfinished = /^\.|~$|\.(tmp|part|partial|filepart|crdownload|swp)$/i

export type Looked = {
  taken: number
  /** A file lies there that may still be written. */
  isWaiting: boolean
  /** Files that are not the service's, or cannot be read. */
  refused: { name: string; reason: string }[]
}

/**
 * Looks into the folder and takes in what is whole: what is as it was when it was looked at before.
 * A file that cannot be taken in because of us stays where it is.
 */
export function createInbox(parts: InboxParts): { look(): Promise<Looked> } {
  let before = new Map<string, string>()
  return { look }

  async function look(): Promise<Looked> {
    const found = await filesIn(inFolder(parts))
    const looked: Looked = { taken: 0, isWaiting: false, refused: [] }
    for (const { name, state } of found) {
      if (before.get(name) !== state) looked.isWaiting = true
      else {
        const answer = await takeIn(name)
        if (answer) looked.taken += 1
        if (answer?.ok === false) looked.refused.push({ name, reason: answer.reason })
      }
    }
    before = new Map(found.map(({ name, state }) => [name, state]))
    return looked
  }

  /** Undefined where it cannot be taken in because of us. */
  async function takeIn(name: string): Promise<ImportAnswer | undefined> {
    const path = join(inFolder(parts), name)
    try {
      const answer = await importBankFile(parts, path, name)
      await parts.faults.reach('bank_file_in', 'after_commit')
      await putAway(parts, name, answer)
      return answer
    } catch (error) {
      parts.log.error({ err: error, file: name }, 'a file of the bank could not be taken in')
      return undefined
    }
  }
}

/** Takes in one file, wherever it lies; it stays there. */
export const importBankFile = (
  { bankFiles }: Pick<InboxParts, 'bankFiles'>,
  path: string,
  name: string,
): Promise<ImportAnswer> => importFile({ ...bankFiles, name, read: () => createReadStream(path) })

/** Oldest first. Links are skipped: others may be able to write what they lead to. */
async function filesIn(folder: string): Promise<{ name: string; state: string; at: number }[]> {
  const found = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const stat = unfinished.test(name) ? undefined : await lstat(path).catch(() => undefined)
    if (stat?.isFile())
      found.push({ name, state: `${stat.size}/${stat.mtimeMs}/${stat.ino}`, at: stat.mtimeMs })
  }
  return found.toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The reason lies there first: a refused file without one would leave a person guessing. */
async function putAway(parts: InboxParts, name: string, answer: ImportAnswer): Promise<void> {
  const { log } = parts
  const folder = join(inFolder(parts), answer.ok ? 'done' : 'refused')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const target = await freeName(folder, name)
  if (answer.ok) {
    const { file, isKnown, counts, problem } = answer
    const { kind, messageId } = file
    const summary = { file: name, kind, messageId, isKnown, ...counts, problem }
    if (problem === '') log.info(summary, 'a file of the bank was taken in')
    else log.warn(summary, 'a bank file was imported and needs a review')
  } else {
    await writeFile(join(folder, `${target}.reason.txt`), `${answer.reason}\n`, { mode: 0o600 })
    log.error(
      { alert: 'bank_file_refused', file: name, reason: answer.reason },
      'a file of the bank was refused',
    )
  }
  try {
    await rename(join(inFolder(parts), name), join(folder, target))
  } catch (error) {
    // Another process, or a person, took it away meanwhile.
    if (!isMissing(error)) throw error
  }
}

/** Banks use names again. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let i = 1; ; i += 1) {
    const tried = i === 1 ? name : `${stem}-${i}${ext}`
    if (!(await isThere(join(folder, tried)))) return tried
  }
}
