import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Compiles `contracts/*.sol` into `src/dev/artifacts/*.json` (ABI and creation bytecode), which
 * are committed: the compiler is not needed to run the dev chain. Run it after changing a contract:
 * `node scripts/compile.ts`; a test fails while the artifacts are stale.
 */

const contractNames = ['TestToken', 'CreditToken', 'RevertingToken', 'BatchPayer', 'ContractWallet']
const packageRoot = new URL('../', import.meta.url)
const require = createRequire(import.meta.url)

type Compiler = {
  compile(input: string, callbacks: { import: (path: string) => { contents: string } }): string
}
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>
  >
}

/** The artifacts as they should be, file name to text. Throws with the compiler's messages. */
export function compileContracts(): Map<string, string> {
  const output = runCompiler()
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

  return new Map(
    contractNames.map((name) => {
      const contract = output.contracts?.[`contracts/${name}.sol`]?.[name]
      if (!contract) throw new Error(`${name} was not compiled`)
      const artifact = { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
      return [`${name}.json`, `${JSON.stringify(artifact, null, 2)}\n`]
    }),
  )
}

function runCompiler(): Output {
  const solc = require('solc') as Compiler
  const sources = Object.fromEntries(
    contractNames.map((name) => {
      const path = `contracts/${name}.sol`
      return [path, { content: readFileSync(new URL(path, packageRoot), 'utf8') }]
    }),
  )
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    // Without the hash of the sources' metadata the bytecode depends on the code alone.
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const library = new URL('.', import.meta.resolve('@openzeppelin/contracts/package.json'))
  const output = solc.compile(input, {
    import: (path) => {
      const inside = path.replace('@openzeppelin/contracts/', '')
      return { contents: readFileSync(new URL(inside, library), 'utf8') }
    },
  })
  return JSON.parse(output) as Output
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of compileContracts()) {
    writeFileSync(new URL(`src/dev/artifacts/${file}`, packageRoot), text)
  }
}
