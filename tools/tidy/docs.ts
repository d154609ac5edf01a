// Rules about documents: the index of decision records, and that documents name files that exist.
import type { Tree } from './tree.ts'

const folder = 'docs/adr'
const linesMax = 60
const parts = ['Context', 'Decision', 'Alternatives', 'Consequences', 'Left open by']

/** Records are numbered without gaps, fit on a screen, have all their parts and stand in the index. */
export function adrProblems(tree: Tree): string[] {
  const records = tree
    .files(folder)
    .map((path) => path.slice(folder.length + 1))
    .filter((name) => name !== 'README.md')
  const index = tree.exists(`${folder}/README.md`) ? tree.read(`${folder}/README.md`) : ''
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].flatMap(([, name]) => name ?? [])

  return [
    ...records.flatMap((name, at) => recordProblems(tree, name, at + 1)),
    ...records
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} is not in the index`),
    ...listed
      .filter((name) => !records.includes(name))
      .map((name) => `${name} is listed but missing`),
  ]
}

function recordProblems(tree: Tree, name: string, number: number): string[] {
  const text = tree.read(`${folder}/${name}`)
  const expected = String(number).padStart(4, '0')
  const lines = text.split('\n').length
  return [
    ...(name.startsWith(`${expected}-`) ? [] : [`${name} should be numbered ${expected}`]),
    ...(lines > linesMax ? [`${name} has ${lines} lines: a record fits on one screen`] : []),
    ...parts
      .filter((part) => !text.includes(`\n## ${part}\n`) && !text.includes(`\n**${part}`))
      .map((part) => `${name} lacks the part "${part}"`),
  ]
}

const documents = /^(README|STYLE|CONTRIBUTING)\.md$|^docs\/guides\/.*\.md$|^bench\/README\.md$/
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

/** Every setting is explained in the README, by its name. */
export function settingProblems(tree: Tree): string[] {
  const settings = /const Settings = z\.object\(\{\n(.*?)\n\}\)/s.exec(
    tree.read('apps/bff/src/config/config.ts'),
  )
  const names = [...(settings?.[1] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  if (names.length === 0) return ['apps/bff/src/config/config.ts names no setting']
  const readme = tree.read('README.md')
  return names
    .filter((name) => !new RegExp(String.raw`\x60[^\x60]*\b${name}\b`).test(readme))
    .map((name) => `README.md does not explain ${name}`)
}
