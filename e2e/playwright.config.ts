import { defineConfig } from '@playwright/test'
import { ensureBrowser } from '../tools/browser.ts'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  // Each worker has a program of its own. A journey waits more than it works, so three fit two cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
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
