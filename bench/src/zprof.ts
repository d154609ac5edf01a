import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { asAdmin } from './measure/admin.ts'
import { join } from 'node:path'
import { startBenchStack } from './setup/partner.ts'
import { openAccounts } from './setup/routed.ts'
import { imported, writeMessage } from './setup/statements.ts'
const n = Number(process.env['N'] ?? 4000)
const stack = await startBenchStack()
try {
  const folder = mkdtempSync(join(tmpdir(), 'prof-'))
  const accounts = await openAccounts(stack, 8, false)
  if (process.env['SQL']) {
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    await admin.query("alter system set session_preload_libraries = 'auto_explain'")
    await admin.query('select pg_reload_conf()')
    await new Promise((done) => setTimeout(done, 500))
  })
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    for (const [k, v] of [['log_min_duration','1'],['log_parameter_max_length','0']]) { await admin.query(`alter system set auto_explain.${k} = '${v}'`); await admin.query('select pg_reload_conf()') }
  })
  }
  for (const id of (process.env['IDS'] ?? 'A,B').split(','))
    console.log(id, await imported({ stack, accounts, folder }, { message: writeMessage('camt.054', id, n), id, booked: n }))
} finally { copyFileSync(join(stack.dataDir, 'postgres.log'), '/tmp/w/pg.log');  await stack.remove() }
