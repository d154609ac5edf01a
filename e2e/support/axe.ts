import { type Page, expect } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { isFull } from './tiers.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can break; all else is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

type Extent = {
  /** A selector: only this part of the page is looked at. */
  within?: string
  /** Only what depends on the theme, or all but that. */
  colours?: 'only' | 'without'
}

/**
 * In a journey, where the page has come to: looked at in the long run alone, because axe takes longer
 * than the step before it. Pages by themselves are looked at by tests/pages.spec.ts.
 */
export async function expectNoViolations(page: Page, extent: Extent = {}): Promise<void> {
  if (isFull) await expectAccessible(page, extent)
}

/** axe finds nothing on the page as it is now. A failure lists rule, element and what is wrong. */
export async function expectAccessible(page: Page, extent: Extent = {}): Promise<void> {
  // Its own source, read by a page once: the connector reads it anew for every look, which takes
  // longer than looking.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options = optionsFor(extent)
  const { violations } = await page.evaluate(([where, how]) => axe.run(where ?? document, how), [
    extent.within,
    options,
  ] as const)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      id,
      help,
      where: target.join(' '),
      why: failureSummary,
    })),
  )
  expect(found).toEqual([])
}

/** Only violations are reported; no rule in use reads the style sheets, so axe fetches none. */
function optionsFor({ colours }: Extent): RunOptions {
  const common: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }
  if (colours === 'only') return { ...common, runOnly: { type: 'rule', values: rulesOfColour } }
  const isOn = { enabled: colours !== 'without' }
  const ofColour = Object.fromEntries(rulesOfColour.map((id) => [id, isOn]))
  return { ...common, runOnly: { type: 'tag', values: rules }, rules: ofColour }
}
