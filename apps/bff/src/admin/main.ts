import process from 'node:process'
import { run } from './run.ts'

const { code, stdout, stderr } = await run(process.argv.slice(2), process.env)
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
