import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with the given files, removed when the scope ends (`using`). */
export function fixture(files: Record<string, string>): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'corridor-fixture-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return {
    path,
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true })
    },
  }
}
