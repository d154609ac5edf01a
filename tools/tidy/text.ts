// Rules that read the text of each source file.
import { type Tree, isGenerated, isTest } from './tree.ts'

const source = /\.(ts|tsx|mjs|cjs|css|sql)$/
const linesMax = 400

type TextRule = {
  what: string
  pattern: RegExp
  where: (path: string) => boolean
}

const inSource = (path: string): boolean => /^(apps|packages)\/[^/]+\/src\//.test(path)
/** Where the clock is made that is injected everywhere, and the admin command, its own program. */
const readsTime = (path: string): boolean =>
  /(^|\/)(instance|clock)\.ts$/.test(path) || path.startsWith('apps/bff/src/admin/')
// These files contain the rules' own patterns.
const isRule = (path: string): boolean =>
  path.startsWith('tools/tidy') || path.startsWith('tools/planted')

const rules: TextRule[] = [
  {
    what: 'a left-over word: finish it or record it',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b|\b[Nn]ot implemented\b/,
    where: (path) => !isRule(path),
  },
  {
    what: 'a test that does not run, or runs alone',
    // `skipIf` stays: some guarantees are about root alone, or about everybody else.
    pattern: /\b(describe|test|it)\.(skip|only|todo|fixme)\b/,
    where: (path) => isTest(path) && !isRule(path),
  },
  {
    what: 'a silenced compiler or linter without a reason (write why behind it)',
    pattern: /@ts-(ignore|nocheck)|@ts-expect-error(?! \S+ \S)|(ox|es)lint-disable(?!.* -- \S)/,
    where: (path) => !isRule(path),
  },
  {
    what: 'a clock read in place: time comes from deps',
    pattern: /\bnew Date\(\)/,
    where: (path) => inSource(path) && !isTest(path) && !readsTime(path),
  },
  {
    what: 'a float near money: amounts are bigint outside domain/money',
    pattern: /(?<![\w.])(Number|parseFloat)\(/,
    where: (path) =>
      path.startsWith('packages/domain/src/') &&
      !path.startsWith('packages/domain/src/money/') &&
      // Ids are bits, not amounts.
      path !== 'packages/domain/src/base/ids.ts' &&
      !isTest(path),
  },
  {
    what: 'a function or view made by a migration: its file in db/schema/functions makes it',
    pattern: /\bcreate\s+(or\s+replace\s+)?(function|procedure|(recursive\s+)?view)\b/i,
    where: (path) => path.includes('/migrations/'),
  },
  {
    what: 'a path written in place: take it from paths.ts',
    pattern: /\b(to|href)=(\{\s*)?["'`]\/(?!\/)|\bnavigate\(\s*["'`]\/|\bredirect\(\s*["'`]\//,
    where: (path) =>
      /^apps\/web\/src\/.*\.tsx?$/.test(path) && !isTest(path) && !path.endsWith('/paths.ts'),
  },
]

/** Each problem as `path:line: what`. */
export function textProblems(tree: Tree): string[] {
  const paths = tree.files('').filter((path) => source.test(path) && !isGenerated(path))
  return paths.flatMap((path) => {
    const lines = tree.read(path).split('\n')
    const found = rules
      .filter((rule) => rule.where(path))
      .flatMap(({ what, pattern }) =>
        lines.flatMap((line, index) =>
          pattern.test(line) ? [`${path}:${index + 1}: ${what}`] : [],
        ),
      )
    // A migration is read once, in one piece, and never changed.
    const isLong = lines.length > linesMax + 1 && !path.includes('/migrations/')
    return isLong ? [...found, `${path}: ${lines.length} lines, more than ${linesMax}`] : found
  })
}
