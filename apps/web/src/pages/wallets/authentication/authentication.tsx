import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { ExportCard } from './export/export-card.tsx'
import { Methods } from './methods/methods.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** Who can sign for the wallets: primary methods, their sessions, and the passkeys that they added. */
export function Authentication({ view }: { view: WalletView }) {
  return (
    <div className="grid">
      <Methods view={view} />
      <Sessions view={view} />
      <Passkeys view={view} />
      <ExportCard view={view} />
    </div>
  )
}
