/**
 * Whom the service's own books belong to (migration 0022): money that is nobody's yet. No key, member
 * or list has it.
 */
export const operatorPartnerId = '00000000-0000-7000-8000-000000000000'
