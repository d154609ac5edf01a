import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { PayeeAnswer, PayeeCheck } from '../../ports/payee-check.ts'

/** Banks of the sandbox: each holds its accounts in the name that is asked for. */
const simulatedScheme: PayeeCheck = {
  name: 'simulated-scheme',
  simulated: true,
  check: ({ name, account }) =>
    Promise.resolve<PayeeAnswer>({
      outcome: name === '' ? 'NOT_POSSIBLE' : 'MATCH',
      name,
      scheme: 'SIMULATED',
      reference: createHash('sha256')
        .update(JSON.stringify([name, account]))
        .digest('hex')
        .slice(0, 24),
    }),
}

const noScheme: PayeeCheck = {
  name: 'none',
  simulated: false,
  check: () => Promise.resolve({ outcome: 'NOT_POSSIBLE', name: '', scheme: '', reference: '' }),
}

/** The scheme of this instance; in live none is built in, so no bank confirms a name. */
export const openPayeeCheck = ({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): PayeeCheck =>
  ENVIRONMENT === 'live' ? noScheme : simulatedScheme
