let shown: string | undefined;

/** Sets the user that this page shows in its realm, by uid; undefined without one. */
export function setShownUid(uid: string | undefined): void {
  shown = uid;
}

/** Returns the uid of the user that this page shows in its realm; undefined without one. */
export function shownUid(): string | undefined {
  return shown;
}
