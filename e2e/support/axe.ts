import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can break; all else is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

type Extent = {
  /** A selector: only this part of the page is looked at. */
  within?: string
  /** Only what depends on the theme, or all but that. */
  colours?: 'only' | 'without'
}

/** axe finds nothing on the page as it stands now. A failure lists rule, element and what is wrong. */
export async function expectNoViolations(page: Page, extent: Extent = {}): Promise<void> {
  // Without frames of another origin the legacy way sees the same, and opens no second page each time.
  // Only violations are told; no rule asked for reads the style sheets, which axe would fetch again.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  if (extent.within !== undefined) axe.include(extent.within)
  if (extent.colours === 'only') axe.withRules(rulesOfColour)
  else axe.withTags(rules)
  if (extent.colours === 'without') axe.disableRules(rulesOfColour)
  const { violations } = await axe.analyze()
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
