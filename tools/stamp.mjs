// A stamp remembers the hash of what a slow step was last made from, so that it is only run again
// when that has changed. Plain JavaScript: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, 'node_modules', '.cache', 'corridor')
const never = new Set(['node_modules', 'dist', '.data', 'test-results'])

/**
 * Every file below these paths (relative to the root), sorted; a missing path gives none.
 * @param {string[]} paths
 * @returns {string[]}
 */
export function filesUnder(paths) {
  return paths
    .flatMap((path) => {
      const full = join(root, path)
      if (!existsSync(full)) return []
      if (!statSync(full).isDirectory()) return [path]
      const entries = readdirSync(full).filter((name) => !never.has(name))
      return filesUnder(entries.map((name) => join(path, name)))
    })
    .toSorted()
}

/**
 * One hash over names and contents of the files, and over further values such as the platform.
 * @param {string[]} files relative to the root
 * @param {string[]} [values]
 */
export function hashOf(files, words = []) {
  const hash = createHash('sha256')
  for (const word of words) hash.update(word).update('\0')
  for (const file of files) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} name */
export function readStamp(name) {
  const file = join(cache, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/**
 * @param {string} name
 * @param {string} hash
 */
export function writeStamp(name, hash) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, name), hash)
}
