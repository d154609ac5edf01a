import process from 'node:process'
import { type Config, readConfig } from '../config/config.ts'
import { StartRefused } from '../config/start-refused.ts'
import { type Command, Misuse, type Options, Refused, Unsound, valuesOf } from './base/command.ts'
import { readCommand } from './commands.ts'
import { openSite } from './base/site.ts'

try {
  const asked = readCommand(process.argv.slice(2))
  if (asked.kind === 'help') process.stdout.write(asked.text)
  else {
    const answer = await perform(
      asked.command,
      readConfig(process.env, process.cwd()),
      asked.options,
    )
    process.stdout.write(
      `${JSON.stringify(answer instanceof Unsound ? answer.findings : answer, null, 2)}\n`,
    )
    if (answer instanceof Unsound) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`)
  process.exitCode = error instanceof Misuse ? 2 : 1
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
