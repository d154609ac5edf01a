import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { EmbeddedServer } from '../../../src/db/server/embedded.ts'
import { migrate } from '../../../src/db/schema/migrate.ts'
import { readFunctions } from '../../../src/db/schema/functions.ts'
import { readMigrations } from '../../../src/db/schema/migrations.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { packageVersion } from '../../../src/db/server/package-version.ts'
import { bootstrapRoles } from '../../../src/db/server/roles.ts'
import { embeddedAdminUrl, embeddedUrl, withClient } from '../../../src/db/server/server.ts'
import { makeDataDirectory } from './data-dir.ts'
import { keptLog } from './quiet.ts'

/** Named by what is in it, so that a template is never used for another schema. */
export function templateName(): string {
  const hash = createHash('sha256')
  for (const file of readMigrations()) hash.update(`${file.set}/${file.file} ${file.hash}\n`)
  for (const { name, hash: text } of readFunctions()) hash.update(`${name} ${text}\n`)
  const manifest = createRequire(import.meta.url).resolve('pg-boss/package.json')
  hash.update(`pg-boss ${packageVersion(manifest)}`)
  return `template_${hash.digest('hex').slice(0, 16)}`
}

/** Makes the migrated template database, which takes no connections afterwards. */
export async function makeTemplate(server: EmbeddedServer): Promise<string> {
  const name = templateName()
  await withClient(embeddedAdminUrl(server, 'postgres'), (admin) =>
    admin.query(`create database ${name}`),
  )
  await withClient(embeddedAdminUrl(server, name), (admin) =>
    bootstrapRoles(admin, server.secrets, name),
  )
  await withClient(embeddedAdminUrl(server, 'postgres'), (admin) =>
    admin.query(`alter database ${name} owner to corridor_owner`),
  )
  const ownerUrl = embeddedUrl(server, 'corridor_owner', server.secrets.corridor_owner, name)
  await migrate({ ownerUrl, log: keptLog() })
  await withClient(embeddedAdminUrl(server, 'postgres'), (admin) =>
    admin.query(`alter database ${name} is_template true allow_connections false`),
  )
  return name
}

/** A data directory with a migrated cluster that is stopped, for others to copy (`copyPrepared`). */
export async function makePrepared(): Promise<string> {
  const dataDir = makeDataDirectory('prepared')
  const db = await openDatabase({ DATA_DIR: dataDir }, { random: randomBytes, log: keptLog() })
  await db.close()
  return dataDir
}
