import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'
import { Client } from 'pg'

export type Attack = {
  /** Read, or of a folder: not listed. */
  files: string[]
  /** Renamed, then removed. */
  removals: string[]
  pids: number[]
  /** Connection strings that the service has, and those that it tries. */
  own: string[]
  others: string[]
  statements: string[]
  socket: string
}
/** What was tried, and how it ended: `done`, or the error's code. */
export type Outcomes = Record<string, string>

// Code that runs as whoever started it, with what the service knows, and tries what it must not.
if (process.argv[1]?.endsWith('intruder.ts')) {
  const attack = JSON.parse(readFileSync(0, 'utf8')) as Attack
  process.stdout.write(JSON.stringify(await perform(attack)))
}

async function perform(attack: Attack): Promise<Outcomes> {
  const outcomes: Outcomes = {}
  const attempt = async (what: string, work: () => unknown) => {
    outcomes[what] = await Promise.resolve()
      .then(work)
      .then(
        () => 'done',
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
  }
  for (const path of attack.files) {
    await attempt(`read ${path}`, () => readFileSync(path))
    await attempt(`write ${path}`, () => writeFileSync(path, '', { flag: 'r+' }))
  }
  for (const path of attack.removals) {
    await attempt(`rename ${path}`, () => renameSync(path, `${path}.taken`))
    await attempt(`remove ${path}`, () => rmSync(path, { recursive: true }))
  }
  for (const pid of attack.pids) {
    for (const part of ['mem', 'environ', 'maps', 'cwd/.', 'fd/0'])
      await attempt(`read /proc/${pid}/${part}`, () => readFileSync(`/proc/${pid}/${part}`))
    await attempt(`kill ${pid}`, () => process.kill(pid, 'SIGKILL'))
  }
  for (const url of attack.own) {
    const role = new URL(url).username
    for (const statement of attack.statements)
      await attempt(`${role}: ${statement}`, () => query(url, statement))
  }
  for (const url of attack.others)
    await attempt(`connect as ${new URL(url).username}`, () => query(url, 'select 1'))
  await attempt('ask the signer', () => ask(attack.socket))
  return outcomes
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Without the secret of the connection. @throws where nothing is answered */
function ask(path: string): Promise<void> {
  const frame = (value: unknown) => {
    const text = Buffer.from(JSON.stringify(value))
    const head = Buffer.alloc(4)
    head.writeUInt32BE(text.length)
    return Buffer.concat([head, text])
  }
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    // Once connected, it does not matter in which way it is ended.
    socket.on('error', (error) => reject(socket.bytesWritten > 0 ? new Error('refused') : error))
    socket.once('data', () => resolve())
    socket.once('close', () => reject(new Error('refused')))
    socket.write(frame({ secret: 'a guess' }))
    socket.write(frame({ id: 1, method: 'exportPublicKey', args: [] }))
  })
}
