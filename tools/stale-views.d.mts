import type { CompilerOptions } from 'typescript';

/** A line a finding: where a typed array over the plugin's memory, or an address in it, is used after it may have become stale. */
export function findStaleViews(files: readonly string[], options: CompilerOptions): string[];
