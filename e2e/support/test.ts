import { type Client, createClient } from '@corridor/client'
import { test as base, expect } from '@playwright/test'
import { watchPage } from './csp.ts'
import { type Sandbox, sharedBaseUrl, sharedSandbox } from './stack.ts'

type Partner = Sandbox['partners'][number]

type Fixtures = {
  /** Partners, tokens and chains of the shared stack. */
  sandbox: Sandbox
  /** The partner whose staff the page belongs to. */
  partner: Partner
  /** The same partner's program, with its API key. */
  client: Client
}

export const staffPartner = () => {
  const partner = sharedSandbox().partners[1]
  if (!partner) throw new Error('The sandbox has no second partner.')
  return partner
}

/** What programs do with the shared stack, without a page. */
export const programTest = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  baseURL: async ({}, use) => use(sharedBaseUrl()),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  sandbox: async ({}, use) => use(sharedSandbox()),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  partner: async ({}, use) => use(staffPartner()),
  client: async ({ partner }, use) =>
    use(createClient({ baseUrl: sharedBaseUrl(), apiToken: partner.apiToken, attemptsMax: 3 })),
})

type PageFixtures = {
  /** What the page has done that no page may do; the test fails at its end when there is anything. */
  problems: string[]
}

/** Every journey in a page is of this `test`: its page belongs to the shared stack and is watched. */
export const test = programTest.extend<PageFixtures>({
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
