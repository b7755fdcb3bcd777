export interface RefusedMath {
  readonly line: number;
  readonly text: string;
}
export function refusedMath(source: string, name?: string): RefusedMath[];
export function refusedIn(root: string): string[];
