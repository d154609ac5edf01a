import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../config/log.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { StaleList } from './fresh.ts'
import { openScreening } from './open.ts'

const listOf = (...names: string[]) =>
  `id,name,aliases,dataset\n${names.map((name) => `1,${name},,one\n`).join('')}`
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

let published = ''
let checksum: string | undefined
/** Bytes that the answer leaves out at its end, and whether anything is answered. */
let cut = 0
let isUp = true
const asked: string[] = []
/** Where it leads instead of answering. */
let elsewhere: string | undefined
const server = createServer(answer)
/** Of this machine, too, but by an address for which http is not taken. */
const other = createServer(answer)
function answer(request: IncomingMessage, response: ServerResponse) {
  const isHere = request.socket.localAddress === '127.0.0.1'
  if (isHere && elsewhere !== undefined)
    return void response.writeHead(302, { Location: `${elsewhere}${request.url}` }).end()
  if (!isUp) return void request.socket.destroy()
  const tag = `"${sha(published).slice(0, 8)}"`
  if (request.url === '/list.csv.sha256')
    return void response
      .writeHead(checksum === undefined ? 404 : 200)
      .end(`${checksum}  list.csv\n`)
  asked.push(String(request.headers['if-none-match']))
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end()
  response.writeHead(200, { ETag: tag }).end(published.slice(0, published.length - cut))
}
let url = ''
let home = ''
let closers: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  await new Promise<void>((listening) => other.listen(0, '127.0.0.2', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`
})
afterAll(async () => {
  for (const each of [server, other]) {
    each.closeAllConnections()
    await new Promise((closed) => each.close(closed))
  }
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'corridor-download-'))
  publish('Prince Dakkar')
  asked.length = 0
  ;[cut, isUp, elsewhere] = [0, true, undefined]
})
afterEach(async () => {
  await stop()
  rmSync(home, { recursive: true, force: true })
})

function publish(...names: string[]): void {
  published = listOf(...names)
  checksum = sha(published)
}
async function stop(): Promise<void> {
  for (const close of closers) await close()
  closers = []
}
const opened = (settings: Record<string, string> = {}) => {
  const given = { DATA_DIR: home, SCREENING_LIST: url, SCREENING_LIST_SECONDS: '1', ...settings }
  const parts = { config: readConfig(given, home), log: createLog('silent') }
  return openScreening({ ...parts, realTime: () => new Date() }, closers)
}
type Opened = Awaited<ReturnType<typeof opened>>
const has = async (screening: Opened, name: string) =>
  (await screening.screen([{ name }])).hits.length > 0
/** Sets the copy's last confirmation back. */
function age(hours: number): void {
  const path = join(home, 'sanctions-list', 'list.json')
  const copy = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...copy, confirmedAt: Date.now() - hours * 3_600_000 }))
}

test('a list is fetched at the start, asked for by its tag, and replaced when it has changed', async () => {
  const screening = await opened()
  expect(await has(screening, 'Prince Dakkar')).toBe(true)
  expect(asked[0]).toBe('undefined')
  const tag = `"${sha(published).slice(0, 8)}"`
  await expect.poll(() => asked.at(-1), { timeout: 30_000 }).toBe(tag)
  publish('Pierre Aronnax')
  await expect.poll(() => has(screening, 'Pierre Aronnax'), { timeout: 30_000 }).toBe(true)
  expect(await has(screening, 'Prince Dakkar')).toBe(false)
})

test.each([
  ['another checksum', () => (checksum = sha('another'))],
  ['no checksum', () => (checksum = undefined)],
  ['nonsense for a checksum', () => (checksum = 'none')],
  ['its end cut off', () => (cut = 5)],
  [
    'nothing in it',
    () => {
      published = 'id,name,aliases\n'
      checksum = sha(published)
    },
  ],
])('a list with %s is refused, and the copy stays until it is too old', async (_, spoil) => {
  await opened()
  await stop()
  publish('Pierre Aronnax')
  spoil()
  const later = await opened({ SCREENING_LIST_HOURS: '48' })
  expect(await has(later, 'Prince Dakkar')).toBe(true)
  expect(await has(later, 'Pierre Aronnax')).toBe(false)
  await stop()
  age(49)
  const tooLate = await opened({ SCREENING_LIST_HOURS: '48' })
  await expect(tooLate.screen([{ name: 'Prince Dakkar' }])).rejects.toThrow(StaleList)
})

test('a list that leads to an address without https is refused', async () => {
  elsewhere = `http://127.0.0.2:${(other.address() as AddressInfo).port}`
  await expect(opened()).rejects.toThrow('without https')
})

test.each([
  ['another', (path: string) => writeFileSync(path, listOf('Pierre Aronnax'))],
  ['gone', rmSync],
])('a copy that is %s is fetched anew, and is none without network', async (_, spoil) => {
  await opened()
  await stop()
  spoil(join(home, 'sanctions-list', 'list.csv'))
  isUp = false
  await expect(opened()).rejects.toThrow(StartRefused)
  isUp = true
  asked.length = 0
  expect(await has(await opened(), 'Prince Dakkar')).toBe(true)
  expect(asked[0]).toBe('undefined')
})

const five = ['Prince Dakkar', 'Pierre Aronnax', 'Ned Land', 'Captain Farragut', 'Dirk Peters']
test('a list that has lost many entries is refused, unless the operator allows it', async () => {
  publish(...five)
  await opened()
  await stop()
  age(47)
  publish('Passepartout Jean', ...five.slice(0, 2))
  const still = await opened({ SCREENING_LIST_HOURS: '48' })
  expect(await has(still, 'Dirk Peters')).toBe(true)
  await stop()
  age(49)
  const tooLate = await opened({ SCREENING_LIST_HOURS: '48' })
  await expect(tooLate.screen([])).rejects.toThrow(StaleList)
  await stop()
  const allowed = await opened({ SCREENING_LIST_HOURS: '48', SCREENING_LIST_MAY_SHRINK: 'yes' })
  expect(await has(allowed, 'Passepartout Jean')).toBe(true)
})

test('the age is that of the file that answers, not of a refused replacement', async () => {
  const path = join(home, 'own.csv')
  writeFileSync(path, listOf(...five))
  const old = new Date(Date.now() - 49 * 3_600_000)
  utimesSync(path, old, old)
  const screening = await opened({ SCREENING_LIST: path, SCREENING_LIST_HOURS: '48' })
  for (const text of ['', listOf(...five.slice(0, 3))]) {
    writeFileSync(path, text)
    await expect(screening.screen([])).rejects.toThrow(StaleList)
  }
  writeFileSync(path, listOf(...five.slice(0, 4)))
  expect(await has(screening, 'Ned Land')).toBe(true)
})

test('without network the copy is taken at a start, and the list is believed for its hours', async () => {
  await opened()
  await stop()
  isUp = false
  age(47)
  expect(await has(await opened({ SCREENING_LIST_HOURS: '48' }), 'Prince Dakkar')).toBe(true)
})

test('a list that is the same is confirmed, and so is not old', async () => {
  await opened()
  await stop()
  age(49)
  expect(await has(await opened({ SCREENING_LIST_HOURS: '48' }), 'Prince Dakkar')).toBe(true)
})

test('in the sandbox a list has no age of itself', async () => {
  await opened()
  await stop()
  isUp = false
  age(4_900)
  expect(await has(await opened(), 'Prince Dakkar')).toBe(true)
})

test('a file has an age where it is set', async () => {
  const path = join(home, 'own.csv')
  writeFileSync(path, listOf('Ned Land'))
  const settings = { SCREENING_LIST: path, SCREENING_LIST_HOURS: '48' }
  const screening = await opened(settings)
  expect(await has(screening, 'Ned Land')).toBe(true)
  const old = new Date(Date.now() - 49 * 3_600_000)
  utimesSync(path, old, old)
  await expect(screening.screen([])).rejects.toThrow(StaleList)
})

test('a start without a copy and without network is refused', async () => {
  isUp = false
  await expect(opened()).rejects.toThrow(StartRefused)
  await expect(opened()).rejects.toThrow('its address cannot be reached')
})

test.each(['http://lists.example/list.csv', 'ftp://lists.example/list.csv', 'https://'])(
  '%s is no address of a list',
  (SCREENING_LIST) => {
    expect(() => readConfig({ SCREENING_LIST }, home)).toThrow('SCREENING_LIST has a value')
  },
)
