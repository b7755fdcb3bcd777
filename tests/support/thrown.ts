/** What a call throws; the test fails where it throws nothing. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

export async function rejectedBy(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
