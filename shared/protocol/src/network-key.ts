/**
 * Header in which the shell's worker gives a feature's worker the visitor's network: 32 hex digits, a keyed hash that changes every UTC
 * day. The shell's worker removes what a client sent under this name.
 */
export const networkKeyHeader = 'x-network-key'
