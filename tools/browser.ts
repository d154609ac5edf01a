// Finds a Chromium for the browser tests, and gets one when there is none.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run, runTool } from './process.ts'
import { root } from './stamp.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** `CHROMIUM_PATH`, else the system's browser, else the one Playwright has downloaded before. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
    return named
  }
  return [...places, playwrightsOwn()].find((path) => existsSync(path))
}

/** The browser, installed first when the machine has none: by apt as root on Debian, else by Playwright. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found

  console.error('No Chromium found; installing one')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const updated = await run('apt-get', ['update'], { env })
    if (updated.ok) await run('apt-get', ['install', '-y', 'chromium'], { env })
  }
  if (!findBrowser()) await runTool('playwright', ['install', 'chromium'])

  const installed = findBrowser()
  if (!installed) throw new Error('No Chromium could be installed. Set CHROMIUM_PATH to a browser.')
  return installed
}

function playwrightsOwn(): string {
  const load = createRequire(join(root, 'e2e', 'package.json'))
  const playwright = load('@playwright/test') as { chromium: { executablePath(): string } }
  return playwright.chromium.executablePath()
}
