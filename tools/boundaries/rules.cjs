// How a boundary rule is written: patterns and builders that all of them share.

const test = String.raw`(\.(test|spec)\.tsx?$|/(test|testing|fixtures)/)`
const config = String.raw`(^|/)(vite|vitest|playwright|knip)\.config\.ts$`

/**
 * The path of an npm package in pnpm's store.
 * @param {...string} names
 */
const npm = (...names) =>
  `node_modules/(${names.map((name) => name.replaceAll('/', String.raw`[/+]`)).join('|')})(@|/|$)`

/**
 * Source of `from` may reach itself and the listed paths, nothing else.
 * @param {string} name
 * @param {string} comment
 * @param {string} from folder
 * @param {string[]} allowed patterns of paths
 * @param {boolean} [node] whether Node's own modules are allowed
 */
const only = (name, comment, from, allowed, node = false) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/src/`, pathNot: test },
  to: {
    pathNot: [`^${from}/src/`, ...allowed],
    ...(node ? { dependencyTypesNot: ['core'] } : {}),
  },
})

/**
 * Floors of one application, from the ground up. A floor imports what lies below it, never its neighbours or
 * what lies above. Each is named by a folder (or a pattern of files) and says why it lies there.
 * @param {string} prefix of the rules' names
 * @param {string} root folder
 * @param {[path: string, comment: string][][]} floors
 */
const floorsOf = (prefix, root, floors) =>
  floors.flatMap((folders, height) => {
    const above = floors.slice(height + 1).flat()
    return folders
      .map((own) => {
        const others = [...folders.filter((other) => other !== own), ...above]
        const [path, comment] = own
        return {
          name: `${prefix}-${path.replace(/[^\w-].*$/, '')}`,
          comment,
          severity: 'error',
          from: { path: `^${root}/${path}`, pathNot: test },
          to: { path: others.map(([other]) => `^${root}/${other}`) },
        }
      })
      .filter(({ to }) => to.path.length > 0)
  })

module.exports = { test, config, npm, only, floorsOf }
