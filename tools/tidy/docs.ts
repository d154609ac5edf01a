// Rules about documents: the index of decision records, and that documents name files that exist.
import type { Tree } from './tree.ts'

const folder = 'docs/adr'
const linesMax = 60
const parts = ['Context', 'Decision', 'Alternatives', 'Consequences', 'Left open by']

/** Records fit on a screen and have all their parts; each number is a record's or a replaced one's. */
export function adrProblems(tree: Tree): string[] {
  const records = tree
    .files(folder)
    .map((path) => path.slice(folder.length + 1))
    .filter((name) => name !== 'README.md')
  const index = tree.exists(`${folder}/README.md`) ? tree.read(`${folder}/README.md`) : ''
  const [present = '', gone = ''] = index.split('\n## Replaced\n')
  const listed = [...present.matchAll(/^- .*\]\((\d{4}-[^)]+\.md)\)/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  const replaced = [...gone.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, list = '']) =>
    list.split(', ').map(Number),
  )
  const numbers = [...records.map((name) => parseInt(name, 10)), ...replaced].toSorted(
    (a, b) => a - b,
  )
  return [
    ...records.flatMap((name) => recordProblems(tree, name)),
    ...numbers
      .filter((number, at) => number !== at + 1)
      .slice(0, 1)
      .map((number) => `number ${number} of ${folder} stands twice, or the one before is missing`),
    ...records
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} is not in the index`),
    ...listed
      .filter((name) => !records.includes(name))
      .map((name) => `${name} is listed but missing`),
  ]
}

function recordProblems(tree: Tree, name: string): string[] {
  const text = tree.read(`${folder}/${name}`)
  const lines = text.split('\n').length
  return [
    ...(lines > linesMax ? [`${name} has ${lines} lines: a record fits on one screen`] : []),
    ...parts
      .filter((part) => !text.includes(`\n## ${part}\n`) && !text.includes(`\n**${part}`))
      .map((part) => `${name} lacks the part "${part}"`),
  ]
}

const documents = /^(README|STYLE|CONTRIBUTING)\.md$|^docs\/.*\.md$|\/README\.md$/
const named = /`((?:apps|packages|tools|e2e|bench|docs)\/[\w./-]+\.(?:tsx?|mjs|sql|md|json|css))`/g

/** A document that names a file in backticks is wrong once the file has moved. */
export function documentProblems(tree: Tree): string[] {
  return tree
    .files('')
    .filter((path) => documents.test(path))
    .flatMap((path) =>
      [...tree.read(path).matchAll(named)]
        .map(([, file = '']) => file)
        .filter((file) => !tree.exists(file))
        .map((file) => `${path} names ${file}, which does not exist`),
    )
}

/** Every setting is explained in the page for operators, by its name. */
export function settingProblems(tree: Tree): string[] {
  const settings = /const Settings = z\.object\(\{\n(.*?)\n\}\)/s.exec(
    tree.read('apps/bff/src/config/config.ts'),
  )
  const names = [...(settings?.[1] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  if (names.length === 0) return ['apps/bff/src/config/config.ts names no setting']
  const page = tree.read('docs/operate.md')
  return names
    .filter((name) => !new RegExp(String.raw`\x60[^\x60]*\b${name}\b`).test(page))
    .map((name) => `docs/operate.md does not explain ${name}`)
}
