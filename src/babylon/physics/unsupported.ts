import { FirstContactError } from '../../errors.js';

/** What Babylon has a name for and we have nothing: said out loud, not passed over. */
export function unsupported(what: string, remedy: string): FirstContactError {
  return new FirstContactError('NOT_SUPPORTED', `FirstContactPlugin has no ${what}`, remedy);
}
