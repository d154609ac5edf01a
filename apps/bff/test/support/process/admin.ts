import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../dist/server/admin.mjs', import.meta.url))

type Ran = { code: number; json: unknown; stdout: string; stderr: string }

/** The command line as an operator runs it, in a process of its own. */
export function admin(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const options = { env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env } }
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      const json: unknown = /^[[{]/.test(stdout) ? JSON.parse(stdout) : undefined
      resolve({ code, json, stdout, stderr })
    })
  })
}
