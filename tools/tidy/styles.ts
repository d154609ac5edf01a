// Rules about the dashboard's CSS: beside what it is for, in its layer, and used.
import { dirname } from 'node:path'
import { type Tree, isTest } from './tree.ts'

const web = 'apps/web/src'
/** Libraries put these on elements. */
const foreign = new Set(['lucide'])

/** Every class is used; one that only a page's or a feature's CSS knows, nowhere but there. */
export function styleProblems(tree: Tree): string[] {
  const all = tree.files(web)
  const styles = all.filter((path) => path.endsWith('.css'))
  const sources = all
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .map((path) => ({ path, uses: usesOf(tree.read(path)) }))
  const definers = Map.groupBy(
    styles.flatMap((path) => classesOf(tree.read(path)).map((name) => ({ path, name }))),
    ({ name }) => name,
  )

  return styles.flatMap((path) => {
    const text = tree.read(path)
    return [
      ...(isKit(path) || text.startsWith('@layer components {')
        ? []
        : [`${path} has to be in the layer "components"`]),
      ...classesOf(text).flatMap((name) => {
        const users = sources.filter(({ uses }) => uses(name)).map((source) => source.path)
        if (users.length === 0) return foreign.has(name) ? [] : [`${path}: nothing uses .${name}`]
        // One word alone is also found in texts that are no classes.
        if (isKit(path) || !name.includes('-') || definers.get(name)?.length !== 1) return []
        const stray = users.find((user) => !belongsTo(path, user))
        return stray ? [`${stray} uses .${name} of ${path}`] : []
      }),
    ]
  })
}

const isKit = (path: string): boolean => path.startsWith(`${web}/ui/`)

/** A page's CSS is for its folder; a feature's also for the pages, which stand above it. */
function belongsTo(style: string, user: string): boolean {
  if (user.startsWith(`${dirname(style)}/`)) return true
  return style.startsWith(`${web}/features/`) && user.startsWith(`${web}/pages/`)
}

function classesOf(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[^]*?\*\/|url\([^)]*\)|@import[^;]*;/g, '')
  return [...new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name))]
}

/** Whether a source names a class in a text, whole or by its beginning, as `tone-${…}`. */
function usesOf(source: string): (name: string) => boolean {
  const texts = Array.from(source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g), ([text]) => text)
  const tokens = new Set(texts.flatMap((text) => text.split(/[\s'"`]+|(?=\$\{)|(?<=\})/)))
  return (name) => {
    if (tokens.has(name)) return true
    const parts = name.split('-')
    return parts.some((_, at) => at > 0 && tokens.has(`${parts.slice(0, at).join('-')}-`))
  }
}
