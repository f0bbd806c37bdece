/**
 * An empty object in the bucket of releases. `npm run backup` writes it anew at the end of each
 * whole backup, and the site's worker tells its age.
 */
export const lastBackupKey = 'backups/last'
