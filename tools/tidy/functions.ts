// No function is longer than what a reader keeps in mind. The compiler's own tree cannot be had in
// TypeScript 7, so swc parses.
import { parseSync } from '@swc/core'
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
type Node = { type: string; span: { start: number; end: number }; [member: string]: unknown }

/** Each function of source files that has more than 70 lines of its own. */
export function longFunctions(tree: Tree): string[] {
  return ['apps', 'packages', 'tools', 'bench', 'e2e']
    .flatMap((folder) => tree.files(folder))
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !isGenerated(path))
    .flatMap((path) => longFunctionsOf(path, tree.read(path)))
}

function longFunctionsOf(path: string, source: string): string[] {
  // The leading semicolon tells where swc begins to count.
  const program = parseSync(`;${source}`, {
    syntax: 'typescript',
    target: 'es2022',
    tsx: path.endsWith('.tsx'),
  })
  const start = (program.body[0]?.span.start ?? 0) + 1
  const bytes = Buffer.from(source)
  const lineAt = (position: number): number =>
    bytes
      .subarray(0, position - start)
      .toString('utf8')
      .split('\n').length
  const found: string[] = []
  visit(program)
  return found

  function visit(value: unknown): void {
    for (const node of childrenOf(value)) {
      if (functions.has(node.type)) {
        const length = linesOf(node) - inner(node)
        if (length > linesMax) {
          found.push(`${path}:${lineAt(node.span.start)}: ${length} lines, more than ${linesMax}`)
        }
      }
      visit(node)
    }
  }

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

/** The nearest nodes below a value, looking through lists and wrappers without a type. */
function childrenOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
    if (name === 'span') return []
    return isNode(child) ? [child] : childrenOf(child)
  })
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}
