import { defineConfig } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { ensureBrowser } from '../tools/browser.ts'
import { isFull } from './support/tiers.ts'

// Workers inherit it, so that all of them choose the same pages.
process.env['FIRST_SEED'] ??= String(randomInt(1_000_000))

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Set by the run of all tests alone: whose turn it is not (tools/turns.ts).
  testIgnore: (process.env['WAITING'] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((file) => `**/${file}`),
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  ...(isFull ? {} : { grepInvert: /@full/ }),
  // Each worker has a program and a browser of its own, which cost as much as two journeys.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // On a machine that does other work as well, a page may take ten seconds to be there.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Motion costs a slow machine much and shows a test nothing.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // A trace costs a fifth of each journey; `--trace on` brings it where one fails.
    trace: 'off',
    launchOptions: {
      executablePath: await ensureBrowser(),
      args: ['--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
})
