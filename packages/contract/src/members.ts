import { transferMembers } from './transfers/members.ts'

export * from './accounts/members.ts'
export * from './base/members.ts'
export * from './entities/members.ts'
export * from './payin-routes/members.ts'
export * from './transfers/members.ts'

/** Every table of members: of records that partners read. */
export const memberTables = [transferMembers]
