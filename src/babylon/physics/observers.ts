/** Listens to something until it is removed. */
export interface Observer<Event> {
  readonly callback: (event: Event) => void;
  isOnce: boolean;
}

/** Those who listen, with the names that Babylon's Observable has: a plugin is made before there is a scene to take one from. */
export class Observers<Event> {
  #all: Observer<Event>[] = [];

  add(callback: (event: Event) => void): Observer<Event> {
    const observer = { callback, isOnce: false };
    this.#all.push(observer);
    return observer;
  }

  addOnce(callback: (event: Event) => void): Observer<Event> {
    const observer = this.add(callback);
    observer.isOnce = true;
    return observer;
  }

  remove(observer: Observer<Event> | null): boolean {
    const before = this.#all.length;
    this.#all = this.#all.filter((other) => other !== observer);
    return this.#all.length < before;
  }

  removeCallback(callback: (event: Event) => void): boolean {
    return this.remove(this.#all.find((observer) => observer.callback === callback) ?? null);
  }

  hasObservers(): boolean {
    return this.#all.length > 0;
  }

  clear(): void {
    this.#all = [];
  }

  notifyObservers(event: Event): boolean {
    for (const observer of this.#all) {
      if (observer.isOnce) this.remove(observer);
      observer.callback(event);
    }
    return true;
  }
}
