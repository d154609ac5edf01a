// Rules about the dashboard's texts: each is a message, and each message is there in every language.
import { type Node, isNode, nodesBelow, parse } from './syntax.ts'
import { type Tree, isTest } from './tree.ts'

const web = 'apps/web/src/'
/** Tables of members, whose labels are messages of the dashboard too. */
const tables = 'packages/contract/src/'
const catalogues = 'apps/web/messages'
/** Words for what the service says; their completeness is tested with the contract. */
const serviceFile = 'service.json'

export type Forms = Record<string, string>
type Message = { text: string; isPlural: boolean; area: string; path: string }
type Catalogue = ReadonlyMap<string, { value: string | Forms; file: string }>

/** Attributes and properties that are read out or shown. */
const shown = new Set(
  'aria-label aria-description placeholder alt title label hint description heading'.split(' '),
)

export function messageProblems(tree: Tree): string[] {
  const sources = sourcesOf(tree)
  const wanted = wantedOf(sources.flatMap(messagesIn))
  return [
    ...sources.flatMap(bareTexts),
    ...tree.folders(catalogues).flatMap((language) => {
      const { known, doubled } = readCatalogue(tree, language)
      return [
        ...doubled.map((text) => `${language}: "${text}" stands in two files`),
        ...[...wanted.keys()]
          .filter((text) => !known.has(text))
          .map((text) => `${language}: nothing for "${text}" of ${wanted.get(text)?.path}`),
        ...[...known.keys()]
          .filter((text) => !wanted.has(text))
          .map((text) => `${language}: nothing says "${text}"`),
        ...[...known].flatMap(([text, { value }]) => {
          const message = wanted.get(text)
          return message ? valueProblems(language, message, value) : []
        }),
      ]
    }),
  ]
}

/** Every message of the dashboard by its English text, with the file of a catalogue that it belongs to. */
export function wantedMessages(tree: Tree): ReadonlyMap<string, Message> {
  return wantedOf(sourcesOf(tree).flatMap(messagesIn))
}

export function readCatalogue(
  tree: Tree,
  language: string,
): { known: Catalogue; doubled: string[] } {
  const known = new Map<string, { value: string | Forms; file: string }>()
  const doubled: string[] = []
  for (const path of tree.files(`${catalogues}/${language}`)) {
    const file = path.slice(path.lastIndexOf('/') + 1)
    if (file === serviceFile) continue
    const entries = JSON.parse(tree.read(path)) as Record<string, string | Forms>
    for (const [text, value] of Object.entries(entries)) {
      if (known.has(text)) doubled.push(text)
      known.set(text, { value, file })
    }
  }
  return { known, doubled }
}

type Source = { path: string; text: string; nodes: Node[] }

function sourcesOf(tree: Tree): Source[] {
  const pages = tree
    .files(web.slice(0, -1))
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !path.startsWith(`${web}messages/`))
  return [...pages, ...tree.files(tables.slice(0, -1)).filter(isTable)].map((path) => {
    const text = tree.read(path)
    return { path, text, nodes: nodesBelow(parse(path, text).program) }
  })
}

const isTable = (path: string): boolean => path.startsWith(tables) && path.endsWith('/members.ts')

/** What two areas say belongs to none of them. */
function wantedOf(messages: Message[]): ReadonlyMap<string, Message> {
  const wanted = new Map<string, Message>()
  for (const message of messages) {
    const known = wanted.get(message.text)
    const area = known && known.area !== message.area ? 'common' : message.area
    wanted.set(message.text, { ...message, area })
  }
  return wanted
}

function areaOf(path: string): string {
  if (isTable(path)) return path.slice(tables.length).split('/')[0] ?? ''
  const [top = '', name = ''] = path.slice(web.length).split('/')
  if (top === 'pages' || top === 'features') return name
  return top === 'app' ? 'app' : 'ui'
}

function messagesIn({ path, nodes }: Source): Message[] {
  return nodes.flatMap((node) => {
    if (isTable(path) && node.type === 'KeyValueProperty' && nameOf(node['key']) === 'label') {
      const label = literalOf(node['value'])
      return label === undefined ? [] : [{ text: label, isPlural: false, area: areaOf(path), path }]
    }
    if (node.type !== 'CallExpression') return []
    const name = nameOf(node['callee'])
    const [first, second] = (node['arguments'] as { expression: Node }[]).map(
      ({ expression }) => expression,
    )
    const text =
      name === 't' || name === 'rich'
        ? literalOf(first)
        : name === 'plural'
          ? literalOf(memberOf(second, 'other'))
          : undefined
    return text === undefined
      ? []
      : [{ text, isPlural: name === 'plural', area: areaOf(path), path }]
  })
}

/** Texts that are seen or read out and are no messages. */
function bareTexts({ path, nodes }: Source): string[] {
  if (isTable(path)) return []
  return nodes.flatMap((node) => {
    if (node.type === 'JSXElement' && !isProgramText(node)) {
      const texts = (node['children'] as Node[])
        .filter(({ type }) => type === 'JSXText')
        .map((child) => String(child['value']).trim())
      return texts.filter(isShown).map((text) => `${path}: "${text}" is no message`)
    }
    if (node.type === 'CallExpression' && isMessageCall(nameOf(node['callee']))) {
      return literalArgument(node) ? [] : [`${path}: a message that is no literal`]
    }
    const [key, value] =
      node.type === 'JSXAttribute'
        ? [nameOf(node['name']), node['value']]
        : node.type === 'KeyValueProperty'
          ? [nameOf(node['key']), node['value']]
          : []
    const text = key && shown.has(key) ? literalOf(value) : undefined
    return text !== undefined && /\s/.test(text) && isShown(text)
      ? [`${path}: "${text}" is no message`]
      : []
  })
}

const isMessageCall = (name: string): boolean => ['t', 'rich', 'plural'].includes(name)
/** What is typed, sent or received by programs, set in their type. */
function isProgramText(element: Node): boolean {
  const { name, attributes } = element['opening'] as { name: unknown; attributes: Node[] }
  const classes = attributes.find((attribute) => nameOf(attribute['name']) === 'className')
  return (
    ['code', 'kbd', 'pre'].includes(nameOf(name)) ||
    /\bmono\b/.test(literalOf(classes?.['value']) ?? '')
  )
}

/** Two letters in a row that are no code: `USDC`, `KYC` and `e2` are the same in every language. */
const isShown = (text: string): boolean =>
  /\p{Ll}{2}/u.test(text) && !/^[\w-]+(\.[\w-]+)+$|^https?:/.test(text)

function literalArgument(call: Node): boolean {
  const [first, second] = (call['arguments'] as { expression: Node }[]).map(
    ({ expression }) => expression,
  )
  const isPlural = nameOf(call['callee']) === 'plural'
  return literalOf(isPlural ? memberOf(second, 'other') : first) !== undefined
}

function valueProblems(language: string, message: Message, value: string | Forms): string[] {
  const { text, isPlural } = message
  if (isPlural !== (typeof value !== 'string')) {
    return [`${language}: "${text}" ${isPlural ? 'needs' : 'has'} forms by count`]
  }
  const forms = typeof value === 'string' ? [value] : Object.values(value)
  const missing = isPlural
    ? categoriesOf(language).filter((category) => !(category in (value as Forms)))
    : []
  return [
    ...missing.map((category) => `${language}: "${text}" has no form for "${category}"`),
    ...(forms.some((form) => form.trim() === '') ? [`${language}: "${text}" is empty`] : []),
    ...(forms.some((form) => !sameValues(text, form, isPlural))
      ? [`${language}: "${text}" has other values in its translation`]
      : []),
  ]
}

/** `many` is for a million in Spanish, and sounds as the others do. */
const categoriesOf = (language: string): string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many')

const valuesOf = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{\w+\}/g), ([value]) => value))].toSorted()

/** A form for one may say "a" in place of the count. */
function sameValues(text: string, form: string, isPlural: boolean): boolean {
  const [wanted, found] = [valuesOf(text), valuesOf(form)]
  const differs = wanted.filter((value) => !found.includes(value))
  return (
    found.every((value) => wanted.includes(value)) &&
    differs.every((value) => isPlural && value === '{count}')
  )
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'JSXNamespacedName') return ''
  return typeof value['value'] === 'string' ? value['value'] : ''
}

function literalOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'StringLiteral') return String(value['value'])
  const quasis = value['quasis'] as { cooked: string }[] | undefined
  return value.type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.cooked : undefined
}

function memberOf(object: unknown, name: string): unknown {
  if (!isNode(object)) return undefined
  const members = (object['properties'] ?? []) as Node[]
  return members.find((member) => nameOf(member['key']) === name)?.['value']
}
