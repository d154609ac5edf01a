// Rules about citations: a document that is named exists, with the part that is named and the place
// that a link leads to. The form is `operations.md 11.1`; docs/specification/README.md explains it.
import { dirname, join } from 'node:path'
import { type Tree, isGenerated } from './tree.ts'

const specification = 'docs/specification'
const records = 'docs/adr'

/** `part` is '' where the document as a whole is named. */
export type Citation = {
  path: string
  line: number
  document: string
  part: string
  isFound: boolean
}

type Line = { path: string; line: number; text: string }

const numbers = String.raw`(\d+(?:\.\d+)*(?:(?:,| and|, and| or| to) \d+(?:\.\d+)*)*)`
const document = String.raw`(?<!\]\()(?<![\w./'\[-])([a-z][a-z0-9-]*)\.md\b(?!\])`
const part = new RegExp(`${document}(?: ${numbers})?`, 'g')
/** The form of released migrations, which never change: `operations.md, 11.6`. */
const olderPart = new RegExp(`${document},? (?:parts? )?${numbers}`, 'g')
const recordNumber = /\bADRs? (\d+(?:(?:,| and| to) \d+)*)/g
const documentPath = /(?<!\]\()(?<![\w./:-])((?:[\w-]+\/)+[\w.-]+\.md)\b/g
const otherForm =
  /\b(specification|operations|signing-formats|decisions?|guarantees|safety|policy|liquidity),? (parts?|rulings?|rows?|sections?) \d|\b(guarantees|signing-formats|rulings?|decision records?) \d/i
/** Most lines have none of it, and nothing else is read in them. */
const mayCite =
  /\.md\b|\bADR|\]\(|\b(parts?|rulings?|rows?|sections?|decisions?|guarantees|formats|records?) \d/i
const link = /\]\(([^()\s]+)\)/g

/** Every document that a comment, a text or a document names, with the part where it names one. */
export function citations(tree: Tree, lines = linesOf(tree)): Citation[] {
  const parts = specifiedParts(tree)
  const held = recordNumbers(tree)
  return lines.flatMap(({ path, line, text }) => {
    const isMigration = path.includes('/migrations/')
    const cite = (to: string, at: string, isFound: boolean): Citation => ({
      path,
      line,
      document: to,
      part: at,
      isFound,
    })
    const named = [...text.matchAll(isMigration ? olderPart : part)].flatMap(([, to = '', list]) =>
      numbersOf(list).length > 0
        ? numbersOf(list).map((n) => cite(to, n, parts.get(to)?.has(n) ?? false))
        : [cite(to, '', isWhole(path, to))],
    )
    const numbered = [...text.matchAll(recordNumber)].flatMap(([, list]) =>
      numbersOf(list).map((n) => cite('ADR', n, held.present.has(Number(n)))),
    )
    const paths = [...text.matchAll(documentPath)].map(([, target = '']) =>
      cite(target, '', isThere(path, target) || (isMigration && held.isReplaced(target))),
    )
    return [...named, ...numbered, ...paths]
  })

  /** A document may name another as a whole, or what lies beside it; a comment names a part. */
  function isWhole(path: string, to: string): boolean {
    if (!path.endsWith('.md')) return false
    return parts.has(to) || isThere(path, `${to}.md`)
  }

  function isThere(path: string, target: string): boolean {
    return tree.exists(target) || tree.exists(join(dirname(path), target))
  }
}

/** Citations that lead nowhere or have another form, and links of documents to what is not there. */
export function citationProblems(tree: Tree): string[] {
  const lines = linesOf(tree)
  return [
    ...citations(tree, lines)
      .filter(({ isFound }) => !isFound)
      .map(({ path, line, ...cited }) =>
        cited.part === ''
          ? `${path}:${line} cites ${cited.document} without a part, or it does not exist`
          : `${path}:${line} cites ${cited.document} ${cited.part}, which does not exist`,
      ),
    ...lines
      .filter(({ path, text }) => !path.startsWith(specification) && otherForm.test(text))
      .map(({ path, line }) => `${path}:${line}: cite in the form operations.md 11.1, or ADR 50`),
    ...lines.filter(({ path }) => path.endsWith('.md')).flatMap((line) => deadLinks(tree, line)),
  ]
}

function deadLinks(tree: Tree, { path, line, text }: Line): string[] {
  return [...text.replace(/`[^`]*`/g, '').matchAll(link)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:|\/)/.test(target) && !leads(tree, path, target))
    .map((target) => `${path}:${line} links to ${target}, which does not exist`)
}

function leads(tree: Tree, from: string, target: string): boolean {
  const [file = '', heading] = target.split('#')
  const path = file === '' ? from : join(dirname(from), file)
  if (!tree.exists(path)) return false
  return heading === undefined || headingsOf(tree.read(path)).includes(heading)
}

/** As GitHub makes them of a heading's text. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

function specifiedParts(tree: Tree): Map<string, Set<string>> {
  return new Map(
    tree
      .files(specification)
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path.slice(specification.length + 1, -3), partsOf(tree.read(path))]),
  )
}

/** Numbers by which a document's parts are cited: of headings, and of items and rows below them. */
function partsOf(text: string): Set<string> {
  const parts = new Set<string>()
  let heading = ''
  for (const line of text.split('\n')) {
    const [, level, number] = /^(#{2,6}) (?:(\d+(?:\.\d+)*)\.? )?/.exec(line) ?? []
    if (number !== undefined) parts.add((heading = number))
    else if (level === '##') heading = ''
    const [, item, row = item] = /^(?:(\d+)\. |\| (\d+) \|)/.exec(line) ?? []
    if (row !== undefined) parts.add(heading === '' ? row : `${heading}.${row}`)
  }
  return parts
}

/** Numbers of the records that exist, and of those that the index names as replaced. */
function recordNumbers(tree: Tree): {
  present: Set<number>
  isReplaced: (path: string) => boolean
} {
  const names = tree.files(records).map((path) => path.slice(records.length + 1))
  const index = tree.exists(`${records}/README.md`) ? tree.read(`${records}/README.md`) : ''
  const replaced = [...index.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, list]) => numbersOf(list))
  return {
    present: new Set(names.flatMap((name) => (/^\d{4}-/.test(name) ? parseInt(name, 10) : []))),
    isReplaced: (path) =>
      path.startsWith(`${records}/`) &&
      replaced.includes(String(parseInt(path.slice(records.length + 1), 10))),
  }
}

const numbersOf = (list = ''): string[] => list.match(/\d+(\.\d+)*/g) ?? []

function linesOf(tree: Tree): Line[] {
  return tree
    .files('')
    .filter((path) => /\.(tsx?|mjs|cjs|css|sql|md)$/.test(path) && !isGenerated(path))
    .filter((path) => !/^tools\/(tidy|planted)/.test(path))
    .flatMap((path) => {
      const text = tree.read(path)
      return mayCite.test(text)
        ? text.split('\n').map((line, at) => ({ path, line: at + 1, text: line }))
        : []
    })
    .filter(({ text }) => mayCite.test(text))
}
