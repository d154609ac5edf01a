import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Manifest = z.object({ version: z.string() })

/** The version in a package's manifest. */
export function packageVersion(manifestPath: string): string {
  return Manifest.parse(JSON.parse(readFileSync(manifestPath, 'utf8'))).version
}
