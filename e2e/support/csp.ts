import type { Page } from '@playwright/test'

/** A refusal of the API is part of many journeys; the browser logs each as a failed resource. */
const expectedRefusal = /^Failed to load resource: .* status of 4\d\d/

/**
 * Collects what no page may ever do: break its content security policy, log an error, throw.
 * The `test` of test.ts calls it for every page and expects the list to be empty at the end.
 */
export async function watchPage(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedRefusal.test(message.text())) return
    problems.push(`console: ${message.text()}`)
  })
  await page.exposeBinding('reportViolation', (_, violation: string) => {
    problems.push(`content security policy: ${violation}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(globalThis, 'reportViolation') as (violation: string) => void
      report(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  })
  return problems
}
