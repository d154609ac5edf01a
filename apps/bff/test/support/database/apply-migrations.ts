import { join } from 'node:path'
import { readFunctions } from '../../../src/db/schema/functions.ts'
import { migrate } from '../../../src/db/schema/migrate.ts'
import { readMigrations } from '../../../src/db/schema/migrations.ts'
import { keptLog } from './quiet.ts'

// Run as a process of its own, to be killed at any moment: migrates the database of the given
// owner's connection string with the files of the given folder and of its folder `functions`.

const [ownerUrl = '', directory = ''] = process.argv.slice(2)
process.stdout.write('starting\n')
await migrate({
  ownerUrl,
  log: keptLog(),
  files: readMigrations([{ name: 'test', directory }]),
  functions: readFunctions(join(directory, 'functions')),
})
process.stdout.write('done\n')
