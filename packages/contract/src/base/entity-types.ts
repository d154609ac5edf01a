export const entityTypes = ['individual', 'business'] as const
