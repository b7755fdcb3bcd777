/** What a listener is told besides the event, and may change: whether those after it are told. */
export interface EventState {
  skipNextObservers: boolean;
  mask: number;
  target?: unknown;
  currentTarget?: unknown;
  lastReturnValue?: unknown;
  userInfo?: unknown;
}

type Callback<Event> = (event: Event, state: EventState) => unknown;

/** Listens to something until it is removed. */
export class Observer<Event> {
  readonly callback: Callback<Event>;
  readonly mask: number;
  readonly scope: unknown;
  unregisterOnNextCall: boolean;
  #isRemoved = false;
  readonly #drop: () => void;

  constructor(callback: Callback<Event>, mask: number, scope: unknown, isOnce: boolean, drop: () => void) {
    this.callback = callback;
    this.mask = mask;
    this.scope = scope;
    this.unregisterOnNextCall = isOnce;
    this.#drop = drop;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  remove(): void {
    this.#isRemoved = true;
    this.#drop();
  }
}

/**
 * Those who listen, with all names that Babylon's Observable has: a plugin is made before there is a scene to take that class from.
 * Who is removed is told nothing any more, and who is added while others are told is told too, as there.
 */
export class Observers<Event> {
  notifyIfTriggered = false;
  #all: Observer<Event>[] = [];
  /** How many events are being told now. */
  #telling = 0;
  #latest: { readonly event: Event } | undefined;

  get observers(): readonly Observer<Event>[] {
    return this.#all.filter(({ isRemoved }) => !isRemoved);
  }

  add(
    callback?: Callback<Event> | null,
    mask = -1,
    insertFirst = false,
    scope: unknown = null,
    unregisterOnFirstCall = false,
  ): Observer<Event> | null {
    if (!callback) return null;
    const observer = new Observer(callback, mask, scope, unregisterOnFirstCall, () => this.#drop());
    if (insertFirst) this.#all.unshift(observer);
    else this.#all.push(observer);
    if (this.notifyIfTriggered && this.#latest !== undefined)
      this.notifyObserver(observer, this.#latest.event);
    return observer;
  }

  addOnce(callback?: Callback<Event> | null): Observer<Event> | null {
    return this.add(callback, -1, false, null, true);
  }

  remove(observer: Observer<Event> | null): boolean {
    if (!observer || observer.isRemoved || !this.#all.includes(observer)) return false;
    observer.remove();
    return true;
  }

  removeCallback(callback: Callback<Event>, scope?: unknown): boolean {
    const isIt = (other: Observer<Event>) =>
      !other.isRemoved && other.callback === callback && (!scope || other.scope === scope);
    return this.remove(this.#all.find(isIt) ?? null);
  }

  makeObserverTopPriority(observer: Observer<Event>): void {
    this.#all = [observer, ...this.#all.filter((other) => other !== observer)];
  }

  makeObserverBottomPriority(observer: Observer<Event>): void {
    this.#all = [...this.#all.filter((other) => other !== observer), observer];
  }

  hasObservers(): boolean {
    return this.#all.some(({ isRemoved }) => !isRemoved);
  }

  hasSpecificMask(mask = -1): boolean {
    return this.#all.some((observer) => (observer.mask & mask) !== 0 || observer.mask === mask);
  }

  clear(): void {
    for (const observer of this.observers) observer.remove();
    this.cleanLastNotifiedState();
  }

  cleanLastNotifiedState(): void {
    this.#latest = undefined;
  }

  clone(): Observers<Event> {
    const copy = new Observers<Event>();
    for (const { callback, mask, scope, unregisterOnNextCall } of this.observers)
      copy.add(callback, mask, false, scope, unregisterOnNextCall);
    return copy;
  }

  notifyObservers(
    event: Event,
    mask = -1,
    target?: unknown,
    currentTarget?: unknown,
    userInfo?: unknown,
  ): boolean {
    if (this.notifyIfTriggered) this.#latest = { event };
    const state = { skipNextObservers: false, mask, target, currentTarget, lastReturnValue: event, userInfo };
    this.#telling++;
    try {
      for (const observer of this.#all) {
        if ((observer.mask & mask) !== 0) tell(observer, event, state);
        if (state.skipNextObservers) return false;
      }
    } finally {
      this.#telling--;
      this.#drop();
    }
    return true;
  }

  notifyObserver(observer: Observer<Event>, event: Event, mask = -1): void {
    if (this.notifyIfTriggered) this.#latest = { event };
    tell(observer, event, { skipNextObservers: false, mask });
  }

  #drop(): void {
    if (this.#telling === 0) this.#all = this.#all.filter(({ isRemoved }) => !isRemoved);
  }
}

function tell<Event>(observer: Observer<Event>, event: Event, state: EventState): void {
  if (observer.isRemoved) return;
  if (observer.unregisterOnNextCall) observer.remove();
  state.lastReturnValue = observer.callback.call(observer.scope ?? undefined, event, state);
}
