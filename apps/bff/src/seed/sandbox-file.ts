import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../config/own-file.ts'
import { StartRefused } from '../config/start-refused.ts'

/** `DATA_DIR/sandbox.json`: what every client and test may rely on (operations.md 0). */
const Sandbox = z.object({
  baseUrl: z.string(),
  partners: z.array(
    z.object({
      svcPartnerId: z.string(),
      partnerName: z.string(),
      /** Holds every scope. */
      apiToken: z.string(),
      /** Only where the seeding registered a URL. */
      webhookSecret: z.string().optional(),
      /** Good for one member, who becomes the owner. */
      enrolmentUrl: z.string(),
    }),
  ),
  chains: z.array(
    z.object({
      jurisdictionId: z.string(),
      chainId: z.string(),
      networkName: z.string(),
      rpcUrl: z.string(),
      tokenAddress: z.string(),
      /** A file of an earlier version has none until the next start. */
      currency: z.string().default(''),
      decimals: z.number(),
    }),
  ),
})

export type SandboxFile = z.infer<typeof Sandbox>
export type SandboxPartner = SandboxFile['partners'][number]

export const sandboxPath = (dataDir: string) => join(dataDir, 'sandbox.json')

/** The file of an earlier start, or undefined. @throws StartRefused where it is something else */
export function readSandboxFile(dataDir: string): SandboxFile | undefined {
  const path = sandboxPath(dataDir)
  const text = readIfThere(path)
  if (text === undefined) return undefined
  try {
    return Sandbox.parse(JSON.parse(text))
  } catch {
    throw new StartRefused(
      `${path} is damaged. Remove it: the next start gives the demo partners new tokens and links.`,
    )
  }
}

/** Beside, flushed, then renamed: readers and power cuts find the old file or the new one. Mode 0600. */
export function writeSandboxFile(dataDir: string, file: SandboxFile): void {
  const path = sandboxPath(dataDir)
  const draft = `${path}.${process.pid}`
  const text = `${JSON.stringify(file, null, 2)}\n`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, path)
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
