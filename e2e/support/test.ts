import { test as base, expect } from '@playwright/test'
import { watchPage } from './csp.ts'
import { type Sandbox, sharedBaseUrl, sharedSandbox } from './stack.ts'

type Fixtures = {
  /** Partners, tokens and chains of the shared stack. */
  sandbox: Sandbox
  /** What the page has done that no page may do; the test fails at its end when there is anything. */
  problems: string[]
}

/** Every journey imports this `test`: its page belongs to the shared stack and is watched. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  baseURL: async ({}, use) => use(sharedBaseUrl()),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  sandbox: async ({}, use) => use(sharedSandbox()),
  problems: [
    async ({ page }, use) => {
      const problems = await watchPage(page)
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
