import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { run, type Ran } from '../../../src/admin/run.ts'

const program = fileURLToPath(new URL('../../../dist/server/admin.mjs', import.meta.url))

type Answer = Ran & { json: unknown }

const withJson = (ran: Ran): Answer => ({
  ...ran,
  json: /^[[{]/.test(ran.stdout) ? JSON.parse(ran.stdout) : undefined,
})

const environment = (dataDir: string, env: Record<string, string>) => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env }
}

/** A command as an operator gives it, in this process: starting one takes longer than most commands. */
export async function admin(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Answer> {
  return withJson(await run(args, environment(dataDir, env)))
}

/** The command line as an operator runs it, in a process of its own. */
export function adminProcess(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { env: environment(dataDir, env) }
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve(withJson({ code, stdout, stderr }))
    })
  })
}
