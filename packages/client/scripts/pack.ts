// Builds contract, signing and client to JavaScript with declarations, and packs each as partners
// install it: `node scripts/pack.ts <folder>` writes three tarballs there.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  keywords: string[]
  engines: { node: string }
  dependencies?: Record<string, string>
  sideEffects?: boolean
  publishConfig: { exports: Record<string, unknown> }
}

const packages = fileURLToPath(new URL('../../', import.meta.url))
const compiler = join(packages, '../node_modules/typescript/bin/tsc')
/** In the order in which one needs the declarations of another. */
const names = ['contract', 'signing', 'client']

const texts = ['README.md', 'CHANGELOG.md']

/** Paths of the tarballs. */
export function packAll(target: string): string[] {
  const staging = mkdtempSync(join(tmpdir(), 'corridor-pack-'))
  try {
    const folders = names.map((name) => stage(name, join(staging, name)))
    const flags = ['--json', '--ignore-scripts', '--pack-destination', target]
    const output = execFileSync('npm', ['pack', ...flags, ...folders], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    const packed = JSON.parse(output) as { filename: string }[]
    return packed.map(({ filename }) => join(target, filename))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function stage(name: string, folder: string): string {
  const source = join(packages, name)
  rmSync(join(source, 'dist'), { recursive: true, force: true })
  const build = [compiler, '--singleThreaded', '-p', join(source, 'tsconfig.build.json')]
  execFileSync(process.execPath, build, { stdio: ['ignore', 'inherit', 'inherit'] })
  cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
  for (const text of texts)
    if (existsSync(join(source, text))) cpSync(join(source, text), join(folder, text))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(published(manifest), null, 2))
  return folder
}

/** What is for this workspace alone stays behind; its versions are one for all packages. */
function published(manifest: Manifest): object {
  const { name, version, description, license, keywords, engines } = manifest
  const { publishConfig, dependencies = {} } = manifest
  const needed = Object.entries(dependencies).map(
    ([needs, range]) => [needs, range.startsWith('workspace:') ? version : range] as const,
  )
  const sideEffects = manifest.sideEffects ?? true
  return {
    name,
    version,
    description,
    license,
    keywords,
    type: 'module',
    types: './dist/index.d.ts',
    files: ['dist', ...texts],
    engines,
    sideEffects,
    ...publishConfig,
    dependencies: Object.fromEntries(needed),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of packAll(resolve(process.argv[2] ?? '.'))) process.stdout.write(`${path}\n`)
}
