import { eventCatalogue, eventStatuses } from '@corridor/domain'
import { expect, test } from 'vitest'
import guide from '../../../../../../docs/guides/webhooks.md?raw'
import { samples } from './samples.ts'

/** What stands under a heading, up to the next one of its rank. */
const section = (heading: string) =>
  guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

test('the guide shows the same receivers as the page, in five languages', () => {
  const shown = samples.map(
    ({ name, language, code }) => `### ${name}\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  expect(shown).toHaveLength(5)
  expect(section('Receivers')).toBe(`Receivers\n${shown.join('\n')}`)
})

test('the guide lists every category with its types and statuses', () => {
  const rows = Object.entries(eventCatalogue).map(([category, types]) => {
    const statuses = eventStatuses[category as keyof typeof eventStatuses]
    return `| \`${category}\` | ${types.join(', ')} | ${statuses.join(', ')} |`
  })
  expect(section('Events')).toContain(`|---|---|---|\n${rows.join('\n')}\n\n`)
})
