// Rules about package.json files.
import type { Tree } from './tree.ts'

const runtimeMax = 45
const serverSide = [
  'apps/bff',
  ...['contract', 'domain', 'client', 'signing', 'signer', 'chains', 'banks', 'screening'].map(
    (name) => `packages/${name}`,
  ),
]

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Few direct dependencies on the server, each with one exact version everywhere. */
export function packageProblems(tree: Tree): string[] {
  const manifests = tree.files('').filter((path) => /(^|\/)package\.json$/.test(path))
  return [...tooManyDependencies(tree), ...differingVersions(tree, manifests)]
}

function tooManyDependencies(tree: Tree): string[] {
  const names = serverSide
    .map((folder) => `${folder}/package.json`)
    .filter((path) => tree.exists(path))
    .flatMap((path) => Object.entries(manifestAt(tree, path).dependencies ?? {}))
    .filter(([, version]) => !version.startsWith('workspace:'))
    .map(([name]) => name)
  const count = new Set(names).size
  return count > runtimeMax ? [`${count} direct runtime dependencies, more than ${runtimeMax}`] : []
}

function differingVersions(tree: Tree, manifests: string[]): string[] {
  const versions = new Map<string, Set<string>>()
  for (const path of manifests) {
    const { dependencies, devDependencies, optionalDependencies } = manifestAt(tree, path)
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
    }
  }
  return [...versions].flatMap(([name, found]) => {
    if (found.size > 1) return [`${name} is wanted in versions ${[...found].join(', ')}`]
    const inexact = [...found].find(
      (version) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*)$/.test(version),
    )
    return inexact ? [`${name} has no exact version: ${inexact}`] : []
  })
}

function manifestAt(tree: Tree, path: string): Manifest {
  return JSON.parse(tree.read(path)) as Manifest
}
