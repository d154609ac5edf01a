import type { ActivityType } from '@corridor/signing'
import { createAccountsEffect } from './create-accounts.ts'
import { createAuthMethodEffect } from './create-auth-method.ts'
import { createPasskeyEffect } from './create-passkey.ts'
import { createWalletEffect } from './create-wallet.ts'
import { deletePasskeyEffect } from './delete-passkey.ts'
import type { Effect } from './effect.ts'
import { exportWalletEffect } from './export-wallet.ts'
import { revokeAuthMethodEffect } from './revoke-auth-method.ts'
import { setPolicyEffect } from './set-policy.ts'
import { signTransactionEffect } from './sign-transaction.ts'

/** Every type of activity that is on. */
export const effects: Partial<Record<ActivityType, Effect>> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: createAuthMethodEffect,
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: revokeAuthMethodEffect,
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: createPasskeyEffect,
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: deletePasskeyEffect,
  ACTIVITY_TYPE_CREATE_WALLET: createWalletEffect,
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: createAccountsEffect,
  ACTIVITY_TYPE_SIGN_TRANSACTION: signTransactionEffect,
  ACTIVITY_TYPE_EXPORT_WALLET: exportWalletEffect,
  ACTIVITY_TYPE_SET_POLICY: setPolicyEffect,
}
