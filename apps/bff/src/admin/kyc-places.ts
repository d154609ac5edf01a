import { listJurisdictions } from '../outside/jurisdictions/jurisdictions.ts'
import type { KycPlace } from '../modules/kyc/case/subject.ts'
import { readSandboxFile } from '../seed/sandbox-file.ts'

/** The countries of the service, and the chains that the server wrote down: none is opened here. */
export const kycPlaces = (dataDir: string): KycPlace[] => [
  ...(readSandboxFile(dataDir)?.chains ?? []).map(({ jurisdictionId, networkName }) => ({
    id: jurisdictionId,
    name: networkName,
    rails: [{ direction: 'BOTH' as const }],
    features: { entityTypes: ['individual', 'business'] },
  })),
  ...listJurisdictions([]).all,
]
