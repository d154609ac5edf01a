// `npm run messages` sorts the catalogues of every language: each message into the file of its area, what nothing says
// any more left out. It prints what has no translation yet.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './stamp.mjs'
import { type Forms, readCatalogue, wantedMessages } from './tidy/messages.ts'
import { treeAt } from './tidy/tree.ts'

const tree = treeAt(root)
const wanted = wantedMessages(tree)

for (const language of tree.folders('apps/web/messages')) {
  const folder = join(root, 'apps/web/messages', language)
  const { known } = readCatalogue(tree, language)
  const areas = new Map<string, [string, string | Forms][]>()
  const missing: string[] = []
  for (const [text, { area }] of wanted) {
    const value = known.get(text)?.value
    if (value === undefined) missing.push(`${area}: ${JSON.stringify(text)}`)
    else areas.set(area, [...(areas.get(area) ?? []), [text, value]])
  }
  const files = new Set([...known.values()].map(({ file }) => file))
  for (const file of files) rmSync(join(folder, file))
  mkdirSync(folder, { recursive: true })
  for (const [area, entries] of areas) {
    const sorted = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(join(folder, `${area}.json`), `${JSON.stringify(sorted, null, 2)}\n`)
  }
  if (!existsSync(join(folder, 'service.json'))) missing.push('service.json')
  process.stdout.write(
    `${language}: ${wanted.size} messages, ${missing.length} without translation\n`,
  )
  for (const line of missing.toSorted()) process.stdout.write(`  ${line}\n`)
}
