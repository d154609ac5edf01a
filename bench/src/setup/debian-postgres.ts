import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '../../../tools/stack.ts'

const binaries = process.env['BENCH_POSTGRES'] ?? '/usr/lib/postgresql/15/bin'
const user = 'postgres'

export type DebianServer = { version: string; databaseUrl: string; stop: () => void }

/**
 * A PostgreSQL server of the distribution's package, with its default settings and a database of its
 * own, on loopback; nothing where it is not installed. Under root it runs as the user `postgres`.
 */
export async function startDebianServer(): Promise<DebianServer | undefined> {
  if (!existsSync(join(binaries, 'initdb'))) return undefined
  const home = mkdtempSync(join(tmpdir(), 'corridor-bench-postgres-'))
  const [cluster, password] = [join(home, 'data'), join(home, 'password')]
  writeFileSync(password, 'bench')
  const owner = ownerIds()
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {}
  const run = (program: string, args: string[]) =>
    execFileSync(join(binaries, program), args, {
      ...as,
      cwd: '/',
      encoding: 'utf8',
      stdio: 'pipe',
    })
  if (owner) for (const path of [home, password]) chownSync(path, owner.uid, owner.gid)
  const auth = ['-U', user, '-A', 'scram-sha-256', '--pwfile', password]
  run('initdb', ['-D', cluster, ...auth, '--data-checksums', '-E', 'UTF8', '--locale=C'])
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}`
  const log = join(home, 'log')
  // Not piped: the server keeps what it is given open.
  execFileSync(join(binaries, 'pg_ctl'), ['-D', cluster, '-w', '-l', log, '-o', options, 'start'], {
    ...as,
    cwd: '/',
    stdio: 'ignore',
  })
  const databaseUrl = `postgresql://${user}:bench@127.0.0.1:${port}/corridor`
  const stop = () => {
    run('pg_ctl', ['-D', cluster, '-w', '-m', 'fast', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
  try {
    run('createdb', ['--maintenance-db', databaseUrl.replace(/corridor$/, 'postgres'), 'corridor'])
    return { version: run('postgres', ['--version']).trim(), databaseUrl, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function ownerIds(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
