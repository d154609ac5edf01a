import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A fresh `DATA_DIR`. As root the cluster stays inside, because others may pass through; below a
 * plain 0700 `mkdtemp` it would go to `/var/lib/corridor` and outlive the test.
 */
export function makeDataDirectory(purpose: string): string {
  const directory = mkdtempSync(join(tmpdir(), `corridor-${purpose}-`))
  chmodSync(directory, 0o711)
  return directory
}
