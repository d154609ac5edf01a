import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describeDevChain } from '@corridor/chains/dev'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createLog } from '../../config/log.ts'
import { createKek, readKek } from '../../db/kek.ts'
import { openServer } from '../../db/open.ts'
import { makeDataDir } from '../../db/server/cluster-home.ts'
import type { ReadyServer } from '../../db/server/server.ts'
import { giveSignerPassword } from '../../db/server/signer-password.ts'
import { signerFacts } from '../signer/facts.ts'
import { superviseSigner } from '../signer/supervise.ts'
import { type Handover, serviceFlag } from './handover.ts'
import { giveDataDir, makeSignerFiles, type SignerFiles } from './ownership.ts'
import { checkReadable, chooseUsers, type Users } from './users.ts'

/** The files that are run. */
export type Programs = { service: string; signer: string }

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

/**
 * Runs the service and the signer as two processes of two users, and stays only to look after them and
 * the database: what it knows, neither of them does. Gives the service's exit code.
 * @throws StartRefused
 */
export async function launch(config: Config, programs: Programs): Promise<number> {
  const log = createLog(config.LOG_LEVEL)
  const users = chooseUsers(config)
  checkReadable(users, [process.execPath, programs.service, programs.signer])
  makeDataDir(config.DATA_DIR)
  giveDataDir(config.DATA_DIR, users)
  const kekBytes = readKek(config, random)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of closers.splice(0).toReversed()) await step()
  }
  try {
    const ports = {
      random,
      log: log.child({ part: 'database' }),
      isForAll: users.service !== undefined,
    }
    const server = await openServer(config, ports)
    closers.push(() => server.leave())
    const files = makeSignerFiles(config, users, random)
    await giveSignerPassword(server, config.DATA_DIR, files.password)

    const socket = makeSocket(users)
    closers.push(() => rmSync(socket.folder, { recursive: true, force: true }))
    const kek = createKek(kekBytes, random)
    const isLive = config.ENVIRONMENT === 'live'
    const chains = isLive ? [] : [await describeDevChain({ dataDir: config.DATA_DIR, random })]
    const facts = await signerFacts(config, kek, chains)
    const chainAddresses = chains.map(({ rpcUrl }) => rpcUrl)
    const order = { facts, chainAddresses, ...orderOf({ server, files, socket, config }) }
    const signer = await superviseSigner({
      program: programs.signer,
      order,
      user: users.signer,
      log,
    })
    closers.push(() => signer.stop())

    // What the preparations above have made belongs to the service, too.
    giveDataDir(config.DATA_DIR, users)
    return await runService(programs.service, users, log, {
      config: withoutSecrets(config),
      kek: Buffer.from(kekBytes).toString('hex'),
      urls: { app: server.url('corridor_app'), worker: server.url('corridor_worker') },
      signer: { path: socket.path, secret: socket.secret },
    })
  } finally {
    await close()
  }
}

/** A folder of the signer's for its socket, which the service may pass through, and the secret. */
function makeSocket({ signer }: Users) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-signer-'))
  chmodSync(folder, 0o711)
  if (signer) chownSync(folder, signer.uid, signer.gid)
  const secret = Buffer.from(random(32)).toString('base64url')
  return { folder, path: join(folder, 'socket'), secret }
}

function orderOf(parts: {
  server: ReadyServer
  files: SignerFiles
  socket: { path: string; secret: string }
  config: Config
}) {
  const { server, files, socket, config } = parts
  return {
    // The password comes from the file, as it does when the process is started again.
    databaseUrl: server.url('corridor_signer', 'none'),
    passwordFile: files.passwordFile,
    keyFile: files.keyFile,
    path: socket.path,
    secret: socket.secret,
    logLevel: config.LOG_LEVEL,
  }
}

/** An administrator's password may be part of the address of the database. */
function withoutSecrets(config: Config): Config {
  return { ...config, DATABASE_URL: undefined }
}

/** How the C library keeps memory. */
const malloc = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']

function runService(program: string, { service }: Users, log: Logger, handover: Handover) {
  // Settings come by the handover; the environment may hold passwords.
  const kept = ['PATH', 'TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', ...malloc]
  const env = Object.fromEntries(kept.map((name) => [name, process.env[name]]))
  // A group of its own: what is typed at our terminal reaches it through us, once.
  const child = spawn(process.execPath, [program, serviceFlag], {
    ...service,
    cwd: '/',
    env: {
      ...env,
      HOME: handover.config.DATA_DIR,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(handover)}\n`)
  const signals = ['SIGTERM', 'SIGINT'] as const
  const pass = signals.map((signal) => [signal, () => void child.kill(signal)] as const)
  for (const [signal, listener] of pass) process.on(signal, listener)
  return ended(child, log)
}

function ended(child: ChildProcess, log: Logger): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal) log.error({ signal }, 'the service was killed')
      resolve(code ?? 1)
    })
  })
}
