// Rules about the contract: what it promises must be tried by a test.
import { type Tree, isTest } from './tree.ts'

/** The part of the contract that these rules read. */
export type Described = Record<string, Record<string, { failures: readonly string[] }>>

/** Every operation is called by a test of the server: as `<module>.<name>`, the way the typed client takes it. */
export function untestedOperations(tree: Tree, operations: Described): string[] {
  const tests = testTexts(tree)
  return Object.entries(operations).flatMap(([module, endpoints]) =>
    Object.keys(endpoints)
      .filter((name) => !new RegExp(String.raw`\b${module}\.${name}\b`).test(tests))
      .map((name) => `no test calls ${module}.${name}`),
  )
}

/** Every failure that some operation documents is provoked by a test, which names its code. */
export function untestedFailures(tree: Tree, operations: Described): string[] {
  const tests = testTexts(tree)
  const codes = new Set(
    Object.values(operations).flatMap((endpoints) =>
      Object.values(endpoints).flatMap(({ failures }) => failures),
    ),
  )
  return [...codes]
    .toSorted()
    .filter((code) => !new RegExp(String.raw`\b${code}\b`).test(tests))
    .map((code) => `no test provokes ${code}`)
}

function testTexts(tree: Tree): string {
  return [...tree.files('apps/bff'), ...tree.files('e2e')]
    .filter(isTest)
    .map((path) => tree.read(path))
    .join('\n')
}
