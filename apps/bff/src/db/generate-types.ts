import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeTypes } from './schema/describe-types.ts'
import { openDatabase } from './open.ts'
import { withClient } from './server/server.ts'

// Migrates a fresh embedded database and writes types.generated.ts; with --check it only compares.

const target = fileURLToPath(new URL('./schema/types.generated.ts', import.meta.url))
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

const dataDir = mkdtempSync(join(tmpdir(), 'corridor-types-'))
// The server's user must be able to pass, or the cluster would be put elsewhere and stay there.
chmodSync(dataDir, 0o711)
try {
  const db = await openDatabase({ DATA_DIR: dataDir }, { random: randomBytes, log: quiet })
  let source = ''
  try {
    source = await withClient(db.urls.owner, describeTypes)
  } finally {
    await db.close()
  }
  if (!process.argv.includes('--check')) {
    writeFileSync(target, source)
    process.stdout.write(`wrote ${target}\n`)
  } else if (readFileSync(target, 'utf8') !== source) {
    process.stderr.write('types.generated.ts does not fit the migrations: npm run db-types\n')
    process.exitCode = 1
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
