import { codeLabel, codeText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

const actions: Record<string, string> = {
  'account.add': t('Account added'),
  'account.read_whole': t('Whole account number read'),
  'account.reveal': t('Account number revealed'),
  'api_key.issue': t('API key issued'),
  'api_key.revoke': t('API key revoked'),
  'approval.request': t('Approval asked for'),
  'enrolment_link.create': t('Invitation made'),
  'enrolment_link.end': t('Invitation ended'),
  'entity.create': t('Customer added'),
  'entity.reveal': t('Personal data revealed'),
  'entity.update': t('Customer changed'),
  'export.download': t('Exported file opened'),
  'export.request': t('Export asked for'),
  'kyc.note': t('Verification note added'),
  'kyc.submission': t('Verification submitted'),
  'kyc.upload': t('Document uploaded'),
  'kyc_document.open': t('Document opened'),
  'member.enrol': t('Member enrolled'),
  'member.recover': t('Member recovered'),
  'member.sign_in': t('Signed in'),
  'member.sign_in_refused': t('Sign-in refused'),
  'member.step_up': t('Confirmed by passkey'),
  'note.add': t('Note added'),
  'partner.create': t('Workspace opened'),
  'partner.terms': t('Terms changed'),
  'policy.change': t('Policy changed'),
  'review.answer': t('Question of a review answered'),
  'review.ask': t('Question of a review asked'),
  'transfer.approve': t('Transfer approved'),
  'transfer.blocked': t('Transfer blocked'),
  'transfer.cancel': t('Transfer cancelled'),
  'transfer.expire': t('Quote expired'),
  'transfer.receive': t('Money received'),
  'transfer.refund': t('Transfer refunded'),
  'transfer.reject': t('Transfer rejected'),
  'transfer.retry': t('Transfer tried again'),
  'transfer.simulate': t('Transfer quoted'),
  'transfer.start': t('Transfer started'),
  'transfer.submit': t('Payment submitted'),
  'wallet.export': t('Wallet key exported'),
  'wallet.settings': t('Wallet settings changed'),
}

/** What was done, in words: `Transfer: complete` where no text fits better. */
export function actionText(action: string): string {
  const [object = '', verb = ''] = action.split('.')
  return actions[action] ?? `${codeLabel(object)}: ${codeText(verb)}`
}

export const knownActions = Object.entries(actions).map(([value, label]) => ({ value, label }))
