import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../../api/session.ts'
import type { Stamped } from '../../../../features/wallets/sessions/sign-activity.ts'
import type { EphemeralKey } from '../../../../signing/export-keys.ts'
import { forgetKeys, keepKey, readKeys } from '../../../../signing/key-store.ts'

/** An export that was signed for and waits: what asks for its bundle again, and the key that opens it. */
export type KeptExport = {
  entityId: string
  walletId: string
  memberId: string
  key: EphemeralKey
  stamped: Stamped
  /** In service time (ISO). */
  availableAt: string
}

/** What comes back of an export, and the key that opens it. */
export type Sealed = { bundle: string; key: EphemeralKey }

const prefix = 'export '
const nameOf = (walletId: string) => prefix + walletId

// Not of the module that live messages name: it changes in this browser only.
export const keptExportsQuery = queryOptions({
  queryKey: ['kept-exports'],
  queryFn: async () => (await readKeys(prefix)).map(([, value]) => value as KeptExport),
  staleTime: Infinity,
})

/** The waiting export of a wallet that this person has signed for in this browser. */
export function useKeptExport(walletId: string): KeptExport | undefined {
  const memberId = useSession()?.member.memberId
  const { data } = useQuery(keptExportsQuery)
  return data?.find((kept) => kept.walletId === walletId && kept.memberId === memberId)
}

export const keepExport = (kept: KeptExport): Promise<void> => keepKey(nameOf(kept.walletId), kept)

export const forgetExport = ({ walletId }: KeptExport): Promise<void> =>
  forgetKeys([nameOf(walletId)])
