import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { PolicyRules } from '../base/policy.ts'
import {
  hexKey,
  PasskeyAuthenticator,
  PreparedActivity,
  prepareFailures,
  Submit,
  submitFailures,
  submitted,
  WalletAccount,
  walletOwner,
} from './shapes.ts'

const Attestation = z.looseObject({
  credentialId: z.string().max(2000).optional(),
  clientDataJson: z.string().max(8000).optional(),
  attestationObject: z.string().max(60000).optional(),
  transports: z.array(z.string().max(60)).max(10).optional(),
})

/** Two-step operations: prepare gives the text to sign, submit brings the signature over it. */
export const walletActivities = {
  createWalletPrepare: endpoint({
    id: 'wallets.createWalletPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/prepare',
    summary: 'Prepare a wallet',
    params: walletOwner,
    body: z.object({
      walletName: text(),
      accounts: z
        .array(z.object({ jurisdictionId: recordId() }))
        .max(20)
        .optional(),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND'],
  }),
  createWalletSubmit: endpoint({
    id: 'wallets.createWalletSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/submit',
    summary: 'Create the prepared wallet',
    params: walletOwner,
    body: Submit,
    response: submitted(z.object({ walletId: z.string(), accounts: z.array(WalletAccount) })),
    failures: submitFailures,
  }),
  createAccountPrepare: endpoint({
    id: 'wallets.createAccountPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/prepare',
    summary: 'Prepare a further account of a wallet',
    params: walletOwner,
    body: z.object({
      walletId: recordId(),
      jurisdictionId: recordId(),
      path: z
        .string()
        .max(80)
        .regex(/^m(\/\d+'?)+$/)
        .optional(),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  createAccountSubmit: endpoint({
    id: 'wallets.createAccountSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/submit',
    summary: 'Create the prepared account',
    params: walletOwner,
    body: Submit,
    response: submitted(WalletAccount),
    failures: submitFailures,
  }),
  registerPasskeyPrepare: endpoint({
    id: 'wallets.registerPasskeyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/prepare',
    summary: 'Prepare a passkey',
    params: walletOwner,
    body: z.object({ authenticatorName: text() }),
    response: enveloped(
      PreparedActivity.extend({ creationOptions: z.looseObject({ challenge: z.string() }) }),
    ),
    failures: prepareFailures,
  }),
  registerPasskeySubmit: endpoint({
    id: 'wallets.registerPasskeySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/submit',
    summary: 'Add the prepared passkey; signed with primary authentication',
    params: walletOwner,
    body: Submit.extend({ attestation: Attestation }),
    response: submitted(
      z.object({ authenticatorId: z.string(), credentialId: z.string(), name: z.string() }),
    ),
    failures: submitFailures,
  }),
  deletePasskeyPrepare: endpoint({
    id: 'wallets.deletePasskeyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/delete-passkey/prepare',
    summary: 'Prepare the removal of a passkey',
    params: walletOwner,
    body: z.object({ authenticatorId: recordId() }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND'],
  }),
  deletePasskeySubmit: endpoint({
    id: 'wallets.deletePasskeySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/delete-passkey/submit',
    summary: 'Remove the prepared passkey; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(z.object({ authenticatorId: z.string(), status: z.literal('DELETED') })),
    failures: submitFailures,
  }),
  passkeys: endpoint({
    id: 'wallets.passkeys',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/passkeys',
    summary: 'List passkey authenticators',
    params: walletOwner,
    response: enveloped(z.array(PasskeyAuthenticator)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  exportWalletPrepare: endpoint({
    id: 'wallets.exportWalletPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/prepare',
    summary: 'Prepare the export of a wallet to a key of the caller',
    params: walletOwner,
    body: z.object({ walletId: recordId(), targetPublicKey: hexKey() }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND', 'PUBLIC_KEY_INVALID'],
  }),
  exportWalletSubmit: endpoint({
    id: 'wallets.exportWalletSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/submit',
    summary: 'Export the wallet, or start its waiting time; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(
      z.object({
        /** The recovery phrase, sealed to the target key (signing-formats.md 8.3). */
        exportBundle: z.string().optional(),
        /** While the status is EXECUTING: from when on the same submit gives the bundle. */
        availableAt: timestamp().optional(),
      }),
    ),
    failures: [...submitFailures, 'PUBLIC_KEY_INVALID'],
  }),
  exportWalletCancel: endpoint({
    id: 'wallets.exportWalletCancel',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/cancel',
    summary: 'Stop an export that was prepared or waits',
    params: walletOwner,
    body: z.object({ activityId: recordId() }),
    response: enveloped(z.object({ activityId: z.string(), status: z.string() })),
    failures: [
      'ENTITY_NOT_FOUND',
      'ACTIVITY_NOT_FOUND',
      'ACTIVITY_EXPIRED',
      'ACTIVITY_ALREADY_SUBMITTED',
    ],
  }),
  setPolicyPrepare: endpoint({
    id: 'wallets.setPolicyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/set-policy/prepare',
    summary: 'Prepare a new policy of a wallet',
    params: walletOwner,
    body: z.object({ walletId: recordId(), policy: PolicyRules }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND'],
  }),
  setPolicySubmit: endpoint({
    id: 'wallets.setPolicySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/set-policy/submit',
    summary: 'Set the prepared policy; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(z.object({ walletId: z.string(), version: z.int() })),
    failures: [...submitFailures, 'VERSION_CONFLICT'],
    ifMatch: false,
  }),
}
