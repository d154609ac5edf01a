export { canonicalJson } from '../base/canonical-json.ts'
export {
  auditChainHash,
  auditChainStart,
  auditHeadText,
  auditKeyFingerprint,
  auditLeaf,
  verifyAuditHead,
  type AuditedEntry,
  type AuditHead,
} from './chain.ts'
export {
  auditExportKind,
  AuditExportRefused,
  verifyAuditExport,
  type AuditExportFindings,
  type AuditExportHeader,
} from './export-file.ts'
export {
  createAuditVerifier,
  type AuditFindings,
  type AuditLine,
  type AuditMark,
  type AuditProblem,
} from './verifier.ts'
