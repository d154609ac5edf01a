import { decode } from './decode.ts'
import { createDocuments } from './documents.ts'
import { type Bytes, FileRefused } from './source.ts'

/** An element with all that is in it; names are without prefix. */
export type XmlNode = {
  name: string
  currency: string
  text: string
  children: XmlNode[]
}

/** A large element that is read in pieces, or a whole smaller one inside of it. */
export type XmlEvent =
  | { type: 'OPEN'; name: string; namespace: string; /** The element around it. */ parent: string }
  | { type: 'CLOSE'; name: string; parent: string }
  | { type: 'NODE'; node: XmlNode; /** The element that it is in. */ parent: string }

/** No message of the standard is deeper than a third of this. */
const depthMax = 64
/** No tag, text or comment of an honest file is longer. */
const quietMax = 1_000_000
/** No element that is kept whole has more others in it. */
const keptMax = 20_000

/**
 * The elements of a file in their order. Those that are called as in `containers`, inside of each
 * other from the root on, are read in pieces; everything else in them is returned whole. None of those
 * in `misplaced` may stand in what is returned whole, where nobody would look for it. What is in those
 * that `isDropped` is checked as everything is, and returned empty.
 * @throws FileRefused where the file is not well formed, has a document type, or is built to harm
 */
export async function* readXml(
  source: Bytes,
  containers: ReadonlySet<string>,
  misplaced: ReadonlySet<string> = new Set(),
  isDropped: (container: string) => boolean = () => false,
): AsyncGenerator<XmlEvent[]> {
  const builder = createBuilder(containers, misplaced, isDropped)
  for await (const text of decode(source)) {
    builder.write(text)
    if (builder.events.length > 0) yield builder.events.splice(0)
  }
  builder.close()
  yield builder.events.splice(0)
}

type OpenElement = { name: string; attributes: Readonly<Record<string, string>> }

/** The namespace of a prefix inside of these elements; '' where it has none. */
function namespaceIn(open: readonly OpenElement[], prefix: string): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return open.findLast(({ attributes }) => attributes[name] !== undefined)?.attributes[name] ?? ''
}

function createBuilder(
  containers: ReadonlySet<string>,
  misplaced: ReadonlySet<string>,
  isDropped: (container: string) => boolean,
) {
  const events: XmlEvent[] = []
  const open: OpenElement[] = []
  const nodes: XmlNode[] = []
  let written = 0
  let lastEventAt = 0
  /** Elements inside of the one that is being kept. */
  let kept = 0
  let isDropping = false
  const documents = createDocuments({ noteEvent, openTag, addText, closeTag })
  return { events, write, close: documents.close }

  function write(text: string): void {
    written += text.length
    documents.write(text)
    if (written - lastEventAt > quietMax)
      throw new FileRefused('A single text of the file is too long.')
  }

  function noteEvent(): void {
    lastEventAt = written
  }

  function openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    const colon = name.indexOf(':')
    const local = name.slice(colon + 1)
    if (open.length + nodes.length >= depthMax)
      throw new FileRefused('The elements of the file are nested too deep.')
    const inside = nodes.at(-1)
    const parent = open.at(-1)?.name ?? ''
    // The root may be an envelope. Any message comes in pieces, so its name alone identifies it.
    if (!inside && (containers.has(local) || open.length === 0 || parent === 'Document')) {
      open.push({ name: local, attributes })
      const namespace = namespaceIn(open, name.slice(0, Math.max(colon, 0)))
      events.push({ type: 'OPEN', name: local, namespace, parent })
      return
    }
    // Only in what a bank adds as its own may any element stand.
    if (inside && misplaced.has(local) && nodes.every((around) => around.name !== 'SplmtryData'))
      throw new FileRefused(`An element ${local} of the file stands in ${inside.name}.`)
    if (!inside) isDropping = isDropped(parent)
    const node = { name: local, currency: attributes['Ccy'] ?? '', text: '', children: [] }
    if (!isDropping) inside?.children.push(node)
    kept = inside ? kept + 1 : 1
    if (kept > keptMax)
      throw new FileRefused(`An element ${nodes[0]?.name ?? ''} of the file is too large.`)
    nodes.push(node)
  }

  function addText(text: string): void {
    const node = nodes.at(-1)
    if (node && !isDropping) node.text += text
  }

  /** True where it was the last element that was open. */
  function closeTag(): boolean {
    const node = nodes.pop()
    if (!node) {
      const { name = '' } = open.pop() ?? {}
      events.push({ type: 'CLOSE', name, parent: open.at(-1)?.name ?? '' })
    } else if (nodes.length === 0)
      events.push({ type: 'NODE', node, parent: open.at(-1)?.name ?? '' })
    return open.length === 0
  }
}

const splitPaths = new Map<string, readonly string[]>()

/** Only the readers have paths, so that there are few. */
function namesIn(path: string): readonly string[] {
  const known = splitPaths.get(path)
  if (known) return known
  const names = path.split('/')
  splitPaths.set(path, names)
  return names
}

/** The first element by its path, e.g. `Refs/EndToEndId`. */
export function find(node: XmlNode | undefined, path: string): XmlNode | undefined {
  let at = node
  for (const name of namesIn(path)) at = at && childOf(at, name)
  return at
}

/** Of the many elements of a file none has more than some tens of others: a loop is the quickest here. */
function childOf({ children }: XmlNode, name: string): XmlNode | undefined {
  for (const child of children) if (child.name === name) return child
  return undefined
}

const none: readonly XmlNode[] = []

export const findAll = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? none

/** The text at the first of these paths that has one, without spaces around; '' where none has. */
export function textAt(node: XmlNode | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = find(node, path)?.text.trim() ?? ''
    if (text !== '') return text
  }
  return ''
}

/** So much of a source is kept for a person to look at. */
const sourceMax = 64_000
const sourceCut = '\n(cut)'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An element as XML again, without prefixes; what is longer than `sourceMax` is cut, and marked so. */
export function xmlOf(node: XmlNode): string {
  const pieces: string[] = []
  let length = 0
  const add = (text: string) => {
    pieces.push(text)
    length += text.length
  }
  const write = ({ name, currency, text, children }: XmlNode): void => {
    if (length > sourceMax) return
    add(`<${name}${currency === '' ? '' : ` Ccy="${escaped(currency)}"`}>`)
    add(escaped(text.trim()))
    for (const child of children) write(child)
    add(`</${name}>`)
  }
  write(node)
  const all = pieces.join('')
  return all.length > sourceMax ? all.slice(0, sourceMax) + sourceCut : all
}
