import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import * as store from './settings-store.ts'

export type WalletSettings = { exportDelaySeconds: number }

/** What a partner decides about its wallets; nothing is delayed until it says so. */
export async function readSettings(tx: Tx, partnerId: string): Promise<WalletSettings> {
  const row = await store.findSettings(tx, partnerId)
  return { exportDelaySeconds: row?.export_delay_seconds ?? 0 }
}

export async function changeSettings(tx: Tx, caller: Caller, settings: WalletSettings) {
  const before = await readSettings(tx, caller.partnerId)
  await store.saveSettings(tx, caller.partnerId, settings.exportDelaySeconds)
  await recordAudit(tx, caller, {
    action: 'wallet.settings',
    object: { kind: 'partner', id: caller.svcPartnerId },
    before,
    after: settings,
  })
  return settings
}
