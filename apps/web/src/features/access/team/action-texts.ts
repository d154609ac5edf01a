import { codeLabel, codeText } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'

const actions: Record<string, string> = {
  'account.reveal': t('Saw a whole account number'),
  'account_link.choose': t('Linked an account'),
  'account_link.create': t('Began to link an account'),
  'api_key.issued': t('Issued an API key'),
  'api_key.revoked': t('Revoked an API key'),
  'approval.approve': t('Approved a request'),
  'approval.reject': t('Rejected a request'),
  'approval.request': t('Asked for an approval'),
  'enrolment_link.create': t('Invited somebody'),
  'enrolment_link.end': t('Ended an invitation'),
  'entity.create': t('Added a customer'),
  'entity.reveal': t('Saw personal data of a customer'),
  'entity.update': t('Changed a customer'),
  'export.request': t('Asked for an export'),
  'external_account.disable': t('Disabled an account'),
  'kyc.submission': t('Submitted a verification'),
  'kyc.upload': t('Uploaded a document'),
  'kyc_document.open': t('Opened a document'),
  'member.email_change': t('Changed their address for notices'),
  'member.enrol': t('Joined'),
  'member.name_change': t('Changed their name'),
  'member.passkey_remove': t('Removed a passkey'),
  'member.recover': t('Recovered access'),
  'member.recovery_begin': t('Began to recover a colleague’s access'),
  'member.remove': t('Removed a member'),
  'member.role_change': t('Changed a member’s role'),
  'member.session_end': t('Ended a session'),
  'member.sessions_end': t('Ended all sessions of a member'),
  'note.add': t('Wrote a note'),
  'policy.change': t('Changed the approval policy'),
  'role.change': t('Changed a role'),
  'role.create': t('Made a role'),
  'role.delete': t('Deleted a role'),
  'transfer.approve': t('Approved a transfer'),
  'transfer.cancel': t('Cancelled a transfer'),
  'transfer.refund': t('Refunded a transfer'),
  'transfer.reject': t('Rejected a transfer'),
  'transfer.start': t('Started a transfer'),
  'transfer.submit': t('Submitted a transfer'),
  'wallet.export': t('Exported a wallet'),
  'wallet.settings': t('Changed a wallet'),
}

/** What a person did, by the name that the audit log has for it: `Transfer: retry` where no text fits better. */
export function actionText(action: string): string {
  const [object = '', verb = ''] = action.split('.')
  return actions[action] ?? `${codeLabel(object)}: ${codeText(verb)}`
}
