/**
 * From contacts and proximities to motion: constraints along the closest direction, friction, release (Mezger
 * 7), and the truncation that keeps what started free of intersection free of it.
 *
 * This stage is not there yet; this is its contract.
 */
export {};
