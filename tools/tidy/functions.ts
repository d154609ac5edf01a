// No function is longer than what a reader keeps in mind.
import { childrenOf, isNode, type Node, nodesBelow, parse } from './syntax.ts'
import { type Tree, isGenerated, isTest } from './tree.ts'

const linesMax = 70
const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'MethodProperty',
])

/** Each function of source files that has more than 70 lines of its own. */
export function longFunctions(tree: Tree): string[] {
  return (
    ['apps', 'packages', 'tools', 'bench', 'e2e']
      .flatMap((folder) => tree.files(folder))
      .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !isGenerated(path))
      .map((path) => ({ path, source: tree.read(path) }))
      // Parsing is most of the work.
      .filter(({ source }) => source.split('\n').length > linesMax)
      .flatMap(({ path, source }) => longFunctionsOf(path, source))
  )
}

function longFunctionsOf(path: string, source: string): string[] {
  const { program, lineAt } = parse(path, source)
  return (
    [...nodesBelow(program)]
      .filter((node) => functions.has(node.type))
      // What is inner makes it only shorter, and is dear to count.
      .filter((node) => linesOf(node) > linesMax)
      .map((node) => ({ line: lineAt(node.span.start), length: linesOf(node) - inner(node) }))
      .filter(({ length }) => length > linesMax)
      .map(({ line, length }) => `${path}:${line}: ${length} lines, more than ${linesMax}`)
  )

  function linesOf({ span }: Node): number {
    return lineAt(span.end) - lineAt(span.start) + 1
  }

  /** A factory is read as its table of contents: named functions and members of a record count for themselves. */
  function inner(value: unknown): number {
    return childrenOf(value)
      .map((node) => {
        const isMember = node.type === 'KeyValueProperty' && functions.has(typeOf(node['value']))
        const isNamed = node.type === 'FunctionDeclaration' || node.type === 'MethodProperty'
        return isNamed || isMember ? linesOf(withSpan(node)) : inner(node)
      })
      .reduce((sum, lines) => sum + lines, 0)
  }
}

/** A property has no span of its own; its value's lines are what counts. */
function withSpan(node: Node): Node {
  return node.type === 'KeyValueProperty' ? (node['value'] as Node) : node
}

function typeOf(value: unknown): string {
  return isNode(value) ? value.type : ''
}
