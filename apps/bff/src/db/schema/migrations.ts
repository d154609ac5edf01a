import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../../config/start-refused.ts'
import { hashOf, readFunctions } from './functions.ts'

/** A folder of SQL files that go forward in the order of their names. */
export type MigrationSet = { name: string; directory: string }

/** `sql` is what is run; `hash` is of the file as it stands in its folder. */
export type MigrationFile = { set: string; file: string; hash: string; sql: string }

/** Every set of this release. The foundation comes first: the others use `service_now()`. */
export const migrationSets: MigrationSet[] = [
  { name: 'bff', directory: fileURLToPath(new URL('./migrations', import.meta.url)) },
  { name: 'signer', directory: signerDirectory() },
]

/** Beside the signer's entry. Found, not imported: its key code is not wanted here, nor its load time. */
function signerDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@corridor/signer')), '../migrations')
}

const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * What these files hashed to before: while they still made functions, or while they failed on some
 * data. A database that such a file was applied to is as one that the present file was applied to,
 * once the functions are, too.
 */
export const formerHashes: ReadonlyMap<string, string> = new Map([
  ['bff/0001_foundation.sql', '93d08a6bf1374325feb08ac776084ae5d6d31708fe4264919dfa0169022ae61c'],
  ['bff/0005_background.sql', '8c2311c0d94f9f804e547d210407470c6827c6f2c1ba9e164cf5bc153eba5b04'],
  [
    'bff/0006_event_position.sql',
    '6fda11821773644a15655cec2752e4115e9481881e55d823ddbe83a966aa86a5',
  ],
  ['bff/0007_event_time.sql', 'da8ccb974ab4e961b10f460bb460d9d2f07ba41b3afeffe65fd203832ef5b44e'],
  ['bff/0011_customers.sql', '2199b372792615f6e226cd210aa2dc20c6b094120f98268ad24e9c28d662ed25'],
  ['bff/0013_ledger.sql', '407cb975f8efec68beaa85496dca7f42344f01bc0e54a5d707c65d5deb6023be'],
  [
    'bff/0015_transfer_lifecycle.sql',
    'cf31f2209827e4a805031772baaac777ed5a66adf59766e80967c56d5b47870e',
  ],
  [
    'bff/0018_partner_accounts.sql',
    '645b0fabe94f9107dcbb1be2572039737b9d4a154edb925e4f6a41936a9a3281',
  ],
  ['bff/0019_webhooks.sql', 'ae780a7224a7dd1b4fb9162d814f710885edfde924643a62968e63428c925e43'],
  ['bff/0024_batches.sql', '5cbd7a8d6d3bebc2ac20dc006ec3248dd8d133508ab431b58bb7156658ce27e6'],
  [
    'bff/0036_prices_and_books.sql',
    '538167bef6f18f77625ea44e4cef69288a46bedc6362e0412e8f7e5225497d3e',
  ],
  ['bff/0047_search.sql', '9d6def64b6732b3b3affdc1f4116d63c86cd79616e5f90909fcf5998449f90c6'],
])

/** A function that the rest of the migration needs is made at this line, as this release has it. */
const functionLine = /^-- function: (\w+)$/gm

export function readMigrations(sets: MigrationSet[] = migrationSets): MigrationFile[] {
  const functions = new Map(readFunctions().map(({ name, sql }) => [name, sql]))
  const functionOf = (line: string, name: string): string => {
    const sql = functions.get(name)
    if (sql === undefined) throw new StartRefused(`No file of a function stands behind "${line}".`)
    return sql
  }
  return sets.flatMap(({ name, directory }) =>
    readdirSync(directory)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => {
        if (!namePattern.test(file)) throw new StartRefused(`${file} is not a migration's name.`)
        const text = readFileSync(join(directory, file), 'utf8')
        const sql = text.replaceAll(functionLine, functionOf)
        return { set: name, file, sql, hash: hashOf(text) }
      }),
  )
}
