import { startStack } from '../../tools/stack.ts'

/** Where the journeys find the running instance; a value that is already set names one to be used as it is. */
const baseUrlName = 'E2E_BASE_URL'
const dataDirName = 'E2E_DATA_DIR'

/** One real stack for the whole run. Journeys that stop, kill or age the program start their own. */
async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env[baseUrlName]) return async () => undefined
  const stack = await startStack()
  process.env[baseUrlName] = stack.baseUrl
  process.env[dataDirName] = stack.dataDir
  return stack.remove
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes a global setup by its default export
export default globalSetup
