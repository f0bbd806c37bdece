/**
 * An empty object in the bucket of releases. `npm run backup` writes it anew at the end of each
 * whole backup, and the site's worker tells its age. Its metadata `drilled` is the date of the last
 * backup that a person has restored, in ISO, if there is one.
 */
export const lastBackupKey = 'backups/last'
