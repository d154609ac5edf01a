import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** A draft beside a file (0600): one that lies there already, or a link, is not written through. */
export function writeDraft(path: string, content: string | Uint8Array) {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

/** Whole or not at all; of two processes that start at once, the first one's file is it. */
export function writeOnce(path: string, content: string | Uint8Array) {
  const draft = writeDraft(path, content)
  try {
    // A link fails where the name exists, so no one reads half a file.
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The text of a file, or undefined where there is none. */
export function readIfThere(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
