// A partner's empty project with the packed packages in it, for tests that write programs there.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { packAll } from './pack.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))

type Manifest = { dependencies?: Record<string, string> }

/**
 * Packs and installs into this folder, without the network: what the packages need of other makers
 * is packed as it is installed here.
 */
export function installPacked(project: string): void {
  const others = thirdParties().map((folder, index) => tarballOf(folder, project, index))
  const tarballs = [...packAll(project), ...others]
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: project, stdio: 'pipe' })
}

/** Folders of all packages of other makers that contract and signing need, directly or not. */
function thirdParties(): string[] {
  const found = new Set<string>()
  const visit = (manifestPath: string) => {
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const link = findPackageJSON(name, pathToFileURL(manifestPath))
      if (link === undefined) throw new Error(`${name} is not installed`)
      // In pnpm's store a package finds its own dependencies from its real place alone.
      const path = realpathSync(link)
      if (found.has(dirname(path))) continue
      found.add(dirname(path))
      visit(path)
    }
  }
  for (const name of ['contract', 'signing']) visit(join(packages, name, 'package.json'))
  return [...found]
}

/** Packed from a copy: pnpm links files of equal content together, and npm unpacks no links. */
function tarballOf(folder: string, project: string, index: number): string {
  const copies = join(project, 'third-parties', String(index))
  cpSync(folder, join(copies, 'package'), { recursive: true })
  execFileSync('tar', ['-czf', `${copies}.tgz`, '-C', copies, 'package'])
  return `${copies}.tgz`
}
