// The journeys' own instruments, each shown what it must find. A page of ours is used, because no
// page of the dashboard has these faults.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Page, expect, test } from '@playwright/test'
import { addAuthenticator } from './authenticator.ts'
import { expectAccessible } from './axe.ts'
import { watchPage } from './csp.ts'

const policy =
  "default-src 'none'; script-src 'nonce-good'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

/** Opens a page with the strict policy of the dashboard and this body. */
async function open(page: Page, body: string): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(request.url === '/500' ? 500 : 404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    response.end(
      `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  page.once('close', () => server.close())
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
}

test('a clean page has no problem, a refused request included', async ({ page }) => {
  const problems = await watchPage(page)
  await open(page, '<script nonce="good">fetch("/404")</script>')
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a script without nonce, an inline style, an error and a failing server are seen', async ({
  page,
}) => {
  const problems = await watchPage(page)
  await open(
    page,
    `<p style="color: red">A</p><script>1</script>
     <script nonce="good">fetch("/500"); setTimeout(() => { throw new Error("broken") })</script>`,
  )
  for (const part of ['policy: script-src', 'policy: style-src', 'uncaught: broken', '500']) {
    await expect.poll(() => problems.join('\n')).toContain(part)
  }
})

test('axe finds a button without a name', async ({ page }) => {
  await open(page, '<button></button>')
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
})

/** Makes or asks a passkey in the page; gives the credential's id or the error's name. */
function ceremony(page: Page, kind: 'create' | 'get'): Promise<string> {
  return page.evaluate(async (asked) => {
    const challenge = new Uint8Array(32)
    try {
      const credential =
        asked === 'create'
          ? await navigator.credentials.create({
              publicKey: {
                challenge,
                rp: { id: 'localhost', name: 'A' },
                user: { id: new Uint8Array(16), name: 'a', displayName: 'A' },
                pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
                authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
              },
            })
          : await navigator.credentials.get({
              publicKey: { challenge, rpId: 'localhost', userVerification: 'required' },
            })
      return credential?.id ?? ''
    } catch (error) {
      return error instanceof Error ? error.name : String(error)
    }
  }, kind)
}

test('the authenticator makes a passkey, carries it to another page, and can be unwilling', async ({
  page,
  browser,
}) => {
  await open(page, '')
  const authenticator = await addAuthenticator(page)
  const made = await ceremony(page, 'create')
  expect(await authenticator.credentials()).toHaveLength(1)
  expect(await ceremony(page, 'get')).toBe(made)

  await authenticator.setWilling(false)
  expect(await ceremony(page, 'get')).toBe('NotAllowedError')
  await authenticator.setWilling(true)
  expect(await ceremony(page, 'get')).toBe(made)

  const other = await browser.newPage()
  await open(other, '')
  await addAuthenticator(other, await authenticator.credentials())
  expect(await ceremony(other, 'get')).toBe(made)
  await other.close()
})
