// What a partner reads: the reference in the browser, and the guides as programs that are installed
// and run as they are written, in an empty project with the packed client.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPacked } from '../../../packages/client/scripts/install.ts'
import { freePort } from '../../../tools/stack.ts'
import { expectNoViolations } from '../../support/axe.ts'
import { expect, test } from '../../support/test.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const guides = [
  'first-transfer',
  'webhooks',
  'signing',
  'prove-accounts',
  'check-payees',
  'sandbox',
] as const

test('the reference shows every tag, asks no other server, and tries an operation out @full', async ({
  page,
  request,
  sandbox,
}) => {
  test.slow()
  const outside: string[] = []
  page.on('request', (sent) => {
    const { protocol, origin } = new URL(sent.url())
    if (protocol !== 'data:' && origin !== sandbox.baseUrl) outside.push(sent.url())
  })
  const { tags } = (await (await request.get('/api/v1/openapi.json')).json()) as {
    tags: { name: string }[]
  }
  await page.goto('/docs')
  const wait = { timeout: 60_000 }
  await expect(page.getByRole('heading', { name: 'Corridor partner API' })).toBeVisible(wait)
  expect(tags.length).toBeGreaterThan(9)
  for (const { name } of tags)
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible(wait)

  // A person pastes a key; the page keeps it nowhere.
  const token = sandbox.partners[0]?.apiToken ?? ''
  await page.locator('.scalar-password-input').first().fill(token)
  await page.evaluate(() => {
    location.hash = '#tag/sandbox/GET/api/v1/sandbox/clock'
  })
  await page
    .getByRole('button', { name: /^Test Request.*get \/api\/v1\/sandbox\/clock\)/ })
    .click(wait)
  const answered = page.waitForResponse((response) =>
    response.url().endsWith('/api/v1/sandbox/clock'),
  )
  await page.getByRole('button', { name: /^Send/ }).first().click(wait)
  const answer = await answered
  expect(answer.status()).toBe(200)
  expect((await answer.request().allHeaders())['x-api-token']).toBe(token)
  const kept = await page.evaluate(async () => ({
    texts: [Object.entries(localStorage), Object.entries(sessionStorage)],
    databases: await indexedDB.databases(),
    cookie: document.cookie,
  }))
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(outside).toEqual([])
})

test('the guides are pages that point at each other @full', async ({ page }) => {
  await page.goto('/docs/guides')
  await page.getByRole('link', { name: 'Your first transfer in ten minutes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/first transfer/)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Signing' }).click()
  await expect(page).toHaveURL('/docs/guides/signing')
  await page.setViewportSize({ width: 390, height: 844 })
  const isWider = await page.evaluate(() => document.body.scrollWidth > window.innerWidth)
  expect(isWider).toBe(false)
})

test('each guide is enough: its program compiles and runs with the packed client @full', async ({
  sandbox,
}) => {
  test.setTimeout(240_000)
  const project = mkdtempSync(join(tmpdir(), 'corridor-guides-'))
  try {
    installPacked(project)
    for (const guide of guides) {
      const text = readFileSync(join(root, `docs/guides/partners/${guide}.md`), 'utf8')
      const pieces = [...text.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, piece]) => piece)
      writeFileSync(join(project, `${guide}.ts`), pieces.join('\n\n'))
    }
    const outputs = new Map<string, string>()
    for (const guide of guides) {
      const { stdout } = await run(process.execPath, [`${guide}.ts`], {
        cwd: project,
        env: {
          PATH: process.env['PATH'],
          CORRIDOR_URL: sandbox.baseUrl,
          CORRIDOR_TOKEN: sandbox.partners[0]?.apiToken,
          PORT: String(await freePort()),
        },
      })
      outputs.set(guide, stdout)
    }
    expect(outputs.get('first-transfer')).toMatch(/still missing \[\]\nverification APPROVED\n/)
    expect(outputs.get('first-transfer')).toMatch(/transfer exec_\w+ COMPLETED\n/)
    expect(outputs.get('first-transfer')).toMatch(/webhook payment_processed COMPLETED\n/)
    expect(outputs.get('webhooks')).toMatch(/received webhook test ping\nin the history true\n/)
    expect(outputs.get('webhooks')).toContain('delivery DELIVERED events kept true')
    expect(outputs.get('signing')).toMatch(/transfer cexec-\w+ COMPLETED 0x\w{64}\nforged refused/)
    expect(outputs.get('prove-accounts')).toMatch(/wrong code refused\nsmall payment PROVED\n/)
    expect(outputs.get('prove-accounts')).toContain('landlord ENABLED THIRD_PARTY')
    expect(outputs.get('check-payees')).toContain('Kofi Mensah CLOSE_MATCH Kofi Mensah Boateng')
    expect(outputs.get('check-payees')).toMatch(/row 1 ACCOUNT_NOT_FOUND\npolicy HOLD HOLD PAY\n/)
    expect(outputs.get('sandbox')).toMatch(/code \d{6}\nverification APPROVED\n/)
    expect(outputs.get('sandbox')).toMatch(/unknown customer refused\nlater true/)
    // A reader's editor says the same as the compiler: nothing.
    const flags =
      '--noEmit --strict --target es2024 --lib es2024,dom --module nodenext --types node'.split(' ')
    const types = ['--typeRoots', join(root, 'node_modules/@types')]
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const files = guides.map((guide) => `${guide}.ts`)
    await run(process.execPath, [compiler, ...flags, ...types, ...files], { cwd: project })
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
