import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPacked } from '../scripts/install.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'corridor-partner-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** An empty project of a partner that installs the tarballs. */
beforeAll(() => installPacked(project), 120_000)

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
  const lines = caller.split('\n')
  const asks = lines.findIndex((line) => line.includes("executionId: 'cexec-1'"))
  const mistake =
    '// @ts-expect-error a number is no id\n{ void call(routes.transfers.read, { params: { executionId: 1 } }) }'
  // The compiler is run once: it takes as long as all else, and names a mistake that is none.
  expect(run('program.ts', lines.toSpliced(asks + 1, 0, mistake).join('\n'), compiler)).toBe('')
}, 240_000)

type Packed = Record<'description' | 'license' | 'types', string> & {
  private?: boolean
  files: string[]
  engines: { node: string }
  keywords: string[]
}

test.each(['contract', 'signing', 'client'])(
  'the package %s says what it is, and has its code, its texts and nothing else',
  (name) => {
    const folder = join(project, 'node_modules/@corridor', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Packed
    expect(manifest.description).toMatch(/\w{3,}/)
    expect(manifest).toMatchObject({
      license: 'UNLICENSED',
      types: './dist/index.d.ts',
      files: ['dist', 'README.md', 'CHANGELOG.md'],
      engines: { node: '>=22' },
      keywords: expect.arrayContaining(['corridor']) as string[],
    })
    expect(manifest.private).toBeUndefined()
    const texts = name === 'client' ? ['CHANGELOG.md', 'README.md'] : ['README.md']
    expect(readdirSync(folder).toSorted()).toEqual([...texts, 'dist', 'package.json'].toSorted())
    const built = readdirSync(join(folder, 'dist'), { recursive: true }).map(String)
    expect(built.filter((file) => /[.]\w+$/.test(file) && !/[.](js|d[.]ts)$/.test(file))).toEqual(
      [],
    )
    expect(built.filter((file) => file.includes('.test.'))).toEqual([])
  },
)

test('the client alone brings no zod into a browser', () => {
  rmSync(join(project, 'node_modules/zod'), { recursive: true })
  const text = `${caller.replace(/: (Request|unknown|'COMPLETED' \| string)/g, '')} console.log(status)`
  expect(run('light.mjs', text)).toContain('cexec-1')
  expect(() => run('heavy.mjs', "import '@corridor/contract'")).toThrow("package 'zod'")
})
