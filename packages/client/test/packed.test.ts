import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packAll } from '../scripts/pack.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'corridor-partner-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** An empty project of a partner that installs the tarballs; what they need is packed as it is here. */
beforeAll(() => {
  const tarballs = [...packAll(project), ...thirdParties().map(tarballOf)]
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: project, stdio: 'pipe' })
}, 120_000)

/** Folders of all packages of other makers that contract and signing need, directly or not. */
function thirdParties(): string[] {
  const found = new Set<string>()
  const visit = (manifestPath: string) => {
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const link = findPackageJSON(name, pathToFileURL(manifestPath))
      if (link === undefined) throw new Error(`${name} is not installed`)
      // In pnpm's store a package finds its own dependencies from its real place alone.
      const path = realpathSync(link)
      if (found.has(dirname(path))) continue
      found.add(dirname(path))
      visit(path)
    }
  }
  for (const name of ['contract', 'signing']) visit(join(packages, name, 'package.json'))
  return [...found]
}
type Manifest = { dependencies?: Record<string, string> }

/** Packed from a copy: pnpm links files of equal content together, and npm unpacks no links. */
function tarballOf(folder: string, index: number): string {
  const copies = join(project, 'third-parties', String(index))
  cpSync(folder, join(copies, 'package'), { recursive: true })
  execFileSync('tar', ['-czf', `${copies}.tgz`, '-C', copies, 'package'])
  return `${copies}.tgz`
}

function run(name: string, text: string, program: readonly string[] = []): string {
  writeFileSync(join(project, name), text)
  const options = { cwd: project, encoding: 'utf8', stdio: 'pipe' } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, name], options)
  // The compiler speaks on standard output, Node on the other.
  if (status !== 0) throw new Error(stdout + stderr)
  return stdout
}

const caller = `
  import { createClient, stampWith, verifyWebhook, WebhookRefused } from '@corridor/client'
  import { routes } from '@corridor/contract/routes'
  import { generateP256KeyPair, parseApiKeyStamp } from '@corridor/signing'
  const fetch = async ({ method, url, headers }: Request) =>
    Response.json({ success: true, data: { status: [method, url, headers.get('x-api-token')].join(' ') } })
  const { call } = createClient({ baseUrl: 'https://corridor.test', apiToken: 'cor_1', fetch })
  const { body } = await call(routes.transfers.read, { params: { executionId: 'cexec-1' } })
  const status: 'COMPLETED' | string = body.data.status
  const stamp = parseApiKeyStamp(await stampWith(generateP256KeyPair()).stamp('x'))
  const received = { secret: 'whsec_', headers: new Headers(), rawBody: '{}' }
  const refusal = await verifyWebhook(received).then(
    ({ eventObject }) => eventObject.status.length,
    (error: unknown) => error instanceof WebhookRefused ? error.reason : 0)
`

test('a partner’s program runs on the installed packages', () => {
  const printed = run(
    'program.mjs',
    `${caller.replace(/: (Request|unknown|'COMPLETED' \| string)/g, '')}
     import { operations } from '@corridor/contract'
     import { decodeTransfer } from '@corridor/signing/evm'
     console.log(JSON.stringify([status, stamp.ok, refusal, operations.transfers.read.path, decodeTransfer('0x').ok]))`,
  )
  expect(JSON.parse(printed)).toEqual([
    'GET https://corridor.test/api/v1/xfer/transaction/transfer/cexec-1 cor_1',
    true,
    'MISSING_HEADER',
    '/api/v1/xfer/transaction/transfer/{executionId}',
    false,
  ])
})

const flags =
  '--noEmit --singleThreaded --strict --target es2024 --lib es2024,dom --module nodenext'.split(' ')
const compiler = [join(packages, '../node_modules/typescript/bin/tsc'), ...flags, '--types', '']

test('its declarations type-check a strict program, and find its mistakes', () => {
  expect(run('program.ts', caller, compiler)).toBe('')
  const wrong = caller.replace("executionId: 'cexec-1'", 'executionId: 1')
  expect(() => run('wrong.ts', wrong, compiler)).toThrow("Type 'number' is not assignable")
}, 60_000)

test('the client alone brings no zod into a browser', () => {
  rmSync(join(project, 'node_modules/zod'), { recursive: true })
  const text = `${caller.replace(/: (Request|unknown|'COMPLETED' \| string)/g, '')} console.log(status)`
  expect(run('light.mjs', text)).toContain('cexec-1')
  expect(() => run('heavy.mjs', "import '@corridor/contract'")).toThrow("package 'zod'")
})
