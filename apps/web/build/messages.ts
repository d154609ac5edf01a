import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Forms = Record<string, string>
/** Translations by their English text; of a plural by the text for many. */
export type Catalogue = ReadonlyMap<string, string | Forms>
type Node = { type: string; start: number; end: number; [key: string]: unknown }

const root = join(import.meta.dirname, '..')
const folder = join(root, 'messages')
/** Tables of members in the contract: a `label` is a message, and a `text` is for the API document alone. */
const memberTables = /\/packages\/contract\/src\/.*\/members\.ts$/
const serviceTexts = /\/src\/messages\/service-texts\.ts$/

/** All files of a language, one per area of the dashboard. */
export function readCatalogue(language: string): Catalogue {
  const files = readdirSync(join(folder, language)).filter((name) => name !== 'service.json')
  return new Map(
    files.flatMap((name) =>
      Object.entries(
        JSON.parse(readFileSync(join(folder, language, name), 'utf8')) as Record<
          string,
          string | Forms
        >,
      ),
    ),
  )
}

/**
 * Builds the dashboard in one language: puts each translation where its English text stands in `t`, `rich` and
 * `plural`, and words for what the service says in place of the English ones. What has no translation stays English.
 */
export function messages(language: string): Plugin {
  const isEnglish = language === 'en'
  const catalogue: Catalogue = isEnglish ? new Map() : readCatalogue(language)
  return {
    name: 'corridor:messages',
    enforce: 'post',
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
    transform: {
      filter: { id: isEnglish ? memberTables : [/\/apps\/web\/src\/.*\.tsx?$/, memberTables] },
      handler(code, id) {
        if (serviceTexts.test(id)) return readServiceTexts(language)
        const change = memberTables.test(id) ? inTable : inCall
        return translated(code, this.parse(code) as unknown as Node, catalogue, change)
      },
    },
  }
}

function readServiceTexts(language: string): string {
  const content = readFileSync(join(folder, language, 'service.json'), 'utf8')
  const { codes, texts, failures } = JSON.parse(content) as Record<string, unknown>
  return Object.entries({ codes, texts, failures })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

type Change = { start: number; end: number; by: string }

type Replace = (node: Node, by: string | Forms | undefined) => void

function inCall(node: Node, catalogue: Catalogue, replace: Replace): void {
  if (node.type !== 'CallExpression') return
  const callee = node['callee'] as Node
  const name = callee.type === 'Identifier' ? callee['name'] : undefined
  const [first, second] = node['arguments'] as Node[]
  if ((name === 't' || name === 'rich') && first) replace(first, catalogue.get(textOf(first)))
  else if (name === 'plural' && second) replace(second, catalogue.get(manyOf(second)))
}

function inTable(node: Node, catalogue: Catalogue, replace: Replace): void {
  if (node.type !== 'Property') return
  const [key, value] = [node['key'] as Node, node['value'] as Node]
  if (key['name'] === 'label') replace(value, catalogue.get(textOf(value)))
  else if (key['name'] === 'text' && value.type === 'Literal') replace(value, '')
}

function translated(
  code: string,
  program: Node,
  catalogue: Catalogue,
  change: typeof inCall,
): Rolldown.TransformResult {
  const changes: Change[] = []
  walk(program, (node) => change(node, catalogue, replace))
  if (changes.length === 0) return undefined
  let text = code
  for (const { start, end, by } of changes.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + by + text.slice(end)
  }
  return { code: text, map: null }

  function replace({ start, end }: Node, by: string | Forms | undefined): void {
    if (by !== undefined) changes.push({ start, end, by: JSON.stringify(by) })
  }
}

/** The text of a literal; nothing that a catalogue knows for anything else. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value'])
  const [quasi, more] = (node['quasis'] ?? []) as { value: { cooked: string } }[]
  return node.type === 'TemplateLiteral' && quasi && !more ? quasi.value.cooked : ''
}

function manyOf(forms: Node): string {
  const properties = (forms['properties'] ?? []) as { key: Node; value: Node }[]
  const other = properties.find(({ key }) => (key['name'] ?? key['value']) === 'other')
  return other ? textOf(other.value) : ''
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof (child as Node | null)?.type === 'string') walk(child as Node, visit)
    }
  }
}
