/** The settings with the question about the account open. A member who signs in again for it comes back here. */
export const confirmedPath = '/settings?delete-account'

export function isConfirmed(path: string): boolean {
  return new URL(path, 'https://encre.invalid').searchParams.has('delete-account')
}
