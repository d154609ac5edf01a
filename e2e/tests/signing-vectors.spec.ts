import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as signingPackage from '@corridor/signing'
import { expect, test } from '@playwright/test'

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const vectors = folder('packages/signing/vectors')
const origin = 'http://localhost:18702'

type Signing = typeof signingPackage
type Runner = { runVectors: (files: unknown[]) => Promise<{ passed: number; failed: string[] }> }
declare global {
  interface Window {
    signing: Signing & Runner
  }
}

/** The package and the vector runner as modules by their file names, made by the page's own bundler. */
async function pageModules(): Promise<Map<string, string>> {
  // The bundler is the web application's; the journeys have no use for one of their own.
  const { resolve } = createRequire(folder('apps/web/package.json'))
  const vite = (await import(pathToFileURL(resolve('vite')).href)) as {
    build: (config: object) => Promise<{ output: { fileName: string; code?: string }[] }[]>
  }
  const entry = {
    signing: folder('packages/signing/src/index.ts'),
    runner: folder('packages/signing/src/vector-checks/runner.ts'),
  }
  const built = await vite.build({
    configFile: false,
    root: folder('packages/signing'),
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const chunks = built.flatMap(({ output }) => output)
  return new Map(chunks.map(({ fileName, code = '' }) => [`/${fileName}`, code]))
}

const files = readdirSync(vectors).map((name): { vectors: unknown[]; nonceOnly?: unknown[] } =>
  JSON.parse(readFileSync(`${vectors}/${name}`, 'utf8')),
)

test.describe('the signing package in a page', () => {
  let modules: Map<string, string>
  test.beforeAll(async () => {
    modules = await pageModules()
  })

  test.beforeEach(async ({ page }) => {
    const script = `
      import * as signing from '/signing.js'
      import * as runner from '/runner.js'
      window.signing = { ...signing, ...runner }`
    const html = `<title>vectors</title><script type="module">${script}</script>`
    await page.route(`${origin}/**`, (route) => {
      const code = modules.get(new URL(route.request().url()).pathname)
      return route.fulfill(
        code === undefined
          ? { contentType: 'text/html', body: html }
          : { contentType: 'text/javascript', body: code },
      )
    })
    await page.goto(origin)
    await page.waitForFunction(() => 'signing' in window)
  })

  test('takes every published vector as it does in Node', async ({ page }) => {
    const run = await page.evaluate((all) => window.signing.runVectors(all), files)
    expect(run.failed).toEqual([])
    const entries = files.flatMap((file) => [...file.vectors, ...(file.nonceOnly ?? [])])
    expect(run.passed).toBe(entries.length)
  })

  test('opens a session and stamps with keys that page script cannot read', async ({ page }) => {
    const outcome = await page.evaluate(async () => {
      const { signing } = window
      const session = signing.generateP256KeyPair()
      const ephemeral = await signing.createEphemeralKey()
      const bundle = await signing.sealCredentialBundle({
        recipientPublicKey: ephemeral.publicKeyUncompressed,
        plaintext: signing.hexToBytes(session.privateKey),
      })
      const opened = await signing.openCredentialBundle(bundle, ephemeral)
      if (!opened.ok) return opened.failure
      const key = await signing.importSessionKey(opened.value)
      if (!key.ok) return key.failure
      const text = await signing.stampWithCryptoKey('{"a":1}', key.value)
      const stamp = signing.parseApiKeyStamp(text)
      const exported = await crypto.subtle.exportKey('pkcs8', key.value.privateKey).then(
        () => 'read out',
        () => 'kept',
      )
      return {
        samePublicKey: key.value.publicKey === session.publicKey,
        verified: stamp.ok && signing.verifyApiKeyStamp(signing.utf8('{"a":1}'), stamp.value),
        extractable: [ephemeral.privateKey.extractable, key.value.privateKey.extractable],
        exported,
      }
    })
    expect(outcome).toEqual({
      samePublicKey: true,
      verified: true,
      extractable: [false, false],
      exported: 'kept',
    })
  })
})
