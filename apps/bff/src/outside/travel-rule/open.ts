import { ok } from '@corridor/domain'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TravelRuleLink } from '../../ports/travel-rule.ts'
import { createGateway } from './gateway.ts'
import { findProvider } from './store.ts'

type Settings = Pick<
  Config,
  'ENVIRONMENT' | 'TRAVEL_RULE_URL' | 'TRAVEL_RULE_KEY' | 'TRAVEL_RULE_TIMEOUT_MS'
>

/**
 * The way to the providers of payees: the operator's gateway, or in the sandbox simulated ones. In
 * live without a gateway nobody can be asked.
 */
export function openTravelRule(
  config: Settings,
  { db, log }: Pick<Deps, 'db' | 'log'>,
): TravelRuleLink {
  const { TRAVEL_RULE_URL: url, TRAVEL_RULE_KEY: key, TRAVEL_RULE_TIMEOUT_MS: timeoutMs } = config
  if (url !== undefined) return createGateway({ url, key, timeoutMs }, log)
  return config.ENVIRONMENT === 'live' ? nobody : createSimulatedProviders(db)
}

const nobody: TravelRuleLink = {
  name: 'none',
  simulated: false,
  isOpen: false,
  send: () => Promise.resolve(ok({ counterparty: '' })),
}

/** Each accepts at once, where the sandbox's control does not say otherwise of its address. */
function createSimulatedProviders(db: Pick<Deps['db'], 'asWorker'>): TravelRuleLink {
  return {
    name: 'simulated-providers',
    simulated: true,
    isOpen: true,
    send: async ({ partnerId, address }) => {
      const found = await db.asWorker((tx) => findProvider(tx, partnerId, address))
      const { answer = 'ACCEPTED', name = '', reason = '' } = found ?? {}
      const counterparty = name === '' && answer !== 'NOT_A_PROVIDER' ? 'Simulated provider' : name
      if (answer === 'NONE') return ok({ counterparty })
      const verdict = answer === 'REJECTED' ? { state: answer, reason } : { state: answer }
      return ok({ counterparty, verdict })
    },
  }
}
