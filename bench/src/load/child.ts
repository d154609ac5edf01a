import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Gives a job to a program of this folder in a process of its own; its answer is JSON. */
export async function askChild<Answer>(program: string, job: object): Promise<Answer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(job))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The load generator ended with ${code}`)
  return JSON.parse(output) as Answer
}
