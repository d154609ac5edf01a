// The words of the table in STYLE.md: not in names, and the first of them not in comments either.
import { type Tree, isGenerated } from './tree.ts'

const spoken = ['told', 'tell', 'tells', 'teller', 'telling', 'said', 'hear', 'hears', 'heard']
const inComments = [...spoken, 'news', 'house', 'houses', 'door', 'doors']
// Comments speak of words of a phrase or of a text; a name that stands for a label does not.
const inNames = [...inComments, 'word', 'words']

const checked = /\.(ts|tsx|mjs|cjs|css)$|\/functions\/[^/]+\.sql$/
/** Names in the database are those of the types that are read from it. */
const schema = 'apps/bff/src/db/schema/types.generated.ts'
// These files contain the words as samples.
const isRule = (path: string): boolean =>
  path.startsWith('tools/tidy') || path.startsWith('tools/planted')

/** Legal uses, by file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // A member of states that are sealed on disk.
  'packages/signer/src/credentials/otp-state.ts': ['told'],
  // The words of a person's name.
  'apps/bff/src/db/schema/functions/name_keys.sql': ['words'],
}

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const comment = /^\s*--.*|(?<![:'"`\w])\/\/.*|\/\*[\s\S]*?\*\//gm
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const title = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)?\(\s*(['"`]).*?\1,/g
const commentWord = new RegExp(String.raw`\b(?:${inComments.join('|')})\b`, 'gi')
const part = inNames.join('|')
const nameWord = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:${part})|${inNames.map(upper).join('|')})(?![a-z])`,
  'g',
)
const pathWord = new RegExp(String.raw`(?<![a-z])(?:${part})(?![a-z])`, 'i')
// A member `one` is the plural category of Intl.PluralRules.
const one = /(?<![.\w-])one(?=[\s,;)\].(=[?!]|$)(?!\s*\??:)(?!\s+\w)|\(one\??:/gm

/** Each problem as `path:line: what`. */
export function nameProblems(tree: Tree): string[] {
  const paths = tree.files('').filter((path) => path === schema || isChecked(path))
  return paths.flatMap((path) => {
    const found = pathWord.test(path) ? [`${path}: a word of the table in STYLE.md`] : []
    return [...found, ...problemsIn(path, tree.read(path))]
  })
}

const isChecked = (path: string): boolean =>
  checked.test(path) && !isGenerated(path) && !isRule(path)

function problemsIn(path: string, source: string): string[] {
  const blank = (value: string) => value.replaceAll(/[^\n]/g, ' ')
  const comments = [...source.matchAll(comment), ...source.matchAll(title)].flatMap(
    ({ 0: value, index }) =>
      [...value.matchAll(commentWord)].map((match) => ({
        word: match[0],
        at: index + match.index,
      })),
  )
  const code = source.replaceAll(comment, blank).replaceAll(text, blank)
  const ones = path.endsWith('.sql') ? [] : code.matchAll(one)
  const names = [...code.matchAll(nameWord), ...ones].map((match) => ({
    word: match[0],
    at: match.index,
  }))
  return [...comments, ...names].flatMap(({ word, at }) => {
    const plain = word.replaceAll(/\W/g, '').toLowerCase()
    if (allowed[path]?.includes(plain)) return []
    const line = source.slice(0, at).split('\n').length
    return [`${path}:${line}: "${plain}": write a word of the table in STYLE.md`]
  })
}
