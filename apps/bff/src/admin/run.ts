import process from 'node:process'
import { type Config, readConfig } from '../config/config.ts'
import { StartRefused } from '../config/start-refused.ts'
import { type Command, Misuse, type Options, Refused, Unsound, valuesOf } from './base/command.ts'
import { readCommand } from './commands.ts'
import { openSite } from './base/site.ts'
import { Readable } from './base/table.ts'

/** What a command prints, and its exit code: 1 where it fails or finds something unsound, 2 where it is misused. */
export type Ran = { code: number; stdout: string; stderr: string }

/** Runs one command line, given without the program's name. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  try {
    const asked = readCommand(args)
    if (asked.kind === 'help') return { code: 0, stdout: asked.text, stderr: '' }
    const config = readConfig(env, process.cwd())
    const answer = await perform(asked.command, config, asked.options)
    if (answer instanceof Readable) return { code: 0, stdout: answer.text, stderr: '' }
    const isUnsound = answer instanceof Unsound
    const stdout = `${JSON.stringify(isUnsound ? answer.findings : answer, null, 2)}\n`
    return { code: isUnsound ? 1 : 0, stdout, stderr: '' }
  } catch (error) {
    return { code: error instanceof Misuse ? 2 : 1, stdout: '', stderr: `${textOf(error)}\n` }
  }
}

async function perform(command: Command, config: Config, options: Options): Promise<unknown> {
  // What is written wrong opens nothing.
  valuesOf(command.options, options)
  if ('onConfig' in command) return command.onConfig(config, options)
  const site = await openSite(config)
  try {
    return await command.onSite(site, options)
  } finally {
    await site.close()
  }
}

function textOf(error: unknown): string {
  if (error instanceof Misuse || error instanceof Refused || error instanceof StartRefused)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
